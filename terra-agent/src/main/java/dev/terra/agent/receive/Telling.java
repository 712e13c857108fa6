package dev.terra.agent.receive;

/** By whose numbers a segment is told of: what one session of a sending agent says. No two are the same. */
interface Telling {}
