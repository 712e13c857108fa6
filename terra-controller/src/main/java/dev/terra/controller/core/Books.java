package dev.terra.controller.core;

/**
 * What a controller knows, a book for each kind of thing.
 *
 * @param network its links, and what they carry
 * @param agents who is there
 * @param shuffles what runs, and what has run
 */
record Books(NetworkModel network, AgentBook agents, ShuffleBook shuffles) {}
