package dev.terra.agent.receive;

/** By whose numbers segments are told of: each is one of its own, and equal to no other. */
interface Telling {}
