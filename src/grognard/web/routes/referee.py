"""Questions to the referee, as people type them: the same as at the terminal, with the eyes of the viewer."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ...core import view as eyes
from ...kit import questions
from ...kit.referee import Unanswered
from ...kit.table import wargame
from ..server.problems import declared
from .common import ID, Anyone, Said, house, reply, viewer_of

router = APIRouter(prefix="/api/games", tags=["games"], responses=declared(401, 404, 409))


class Asked(Said):
    """A question such as `supply 1Pz` or `if 1Pz at 1405: odds 1Pz against 1408`."""

    text: str = Field(min_length=1, max_length=2000)


@router.get("/{id}/referee", operation_id="questions")
async def known(asked: Request, id: ID, person: Anyone) -> Response:
    """The questions that can be asked about this game, how each is typed, and the verbs to ask `why` about."""
    title = wargame((await house(asked).lobby.open(id)).room.table)
    found = {
        name: {"usage": usage, "about": about}
        for name, (usage, about) in questions.QUESTIONS.items()
        if name != "supply" or title.aids.trace
    }
    steps = [step for flow in title.flows.values() for step in flow.steps() if step.verbs[0].weights is None]
    verbs = {verb.name: verb.label for step in steps for verb in step.verbs if verb.name != "done"}
    return reply({"questions": found, "verbs": verbs})


@router.post("/{id}/referee", operation_id="referee")
async def referee(asked: Request, id: ID, said: Asked, person: Anyone) -> Response:
    """The referee's answer, as far as the viewer may know; nothing is changed."""
    game = await house(asked).lobby.open(id)
    viewer, room = viewer_of(game, person, said.seat), game.room
    question = questions.parse(room.title, said.text)
    version = room.version
    try:
        answer: dict[str, Any] = await asyncio.to_thread(questions.answer, room.table, viewer, question)
    except Unanswered as wrong:
        if not wrong.objections:
            raise
        answer = {"legal": False, "objections": [eyes.objection(one) for one in wrong.objections]}
    return reply({"question": question.name, "answer": answer, "version": version})
