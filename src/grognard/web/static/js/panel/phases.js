// Names of phases.

import { named } from "../dom.js";

/** A heading from the title, or the name of a step. @param {string} phase */
export const phaseName = (phase) => (/^[A-Z]/.test(phase) ? phase : named(phase.replace(/\.\d+$/, "").replace(/[-_]/g, " ").replace(/^play /, "")));
