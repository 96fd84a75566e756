// Answers questions about verified dice with the page's own modules; JSON in, JSON out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { folder, asked } = JSON.parse(readFileSync(0, "utf8"));
const at = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { fromHex, hmac, sha256, toHex, utf8 } = await at("sha256.js");
const { Chain, checkProof, draw, hashed, keyOf, sealOf } = await at("dice_chain.js");
const answers = {
  sha256: (text) => toHex(sha256(utf8(text))),
  hmac: (key, text) => toHex(hmac(fromHex(key), utf8(text))),
  hashed,
  link: (seed, numbers) => {
    const chain = new Chain(seed);
    return numbers.map((n) => chain.link(n));
  },
  draw: (game, number, links, roll, position, step, total) => draw(keyOf(game, number, links), roll, position, step, total),
  seal: sealOf,
  check: checkProof,
};
const out = [];
for (const [what, ...rest] of asked) out.push(await answers[what](...rest));
process.stdout.write(JSON.stringify(out));
