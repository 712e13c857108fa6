package dev.terra.agent.receive;

/** One session of a sending agent, whose numbers name segments. Compared by identity. */
interface Telling {}
