package dev.terra.lab.users;

/**
 * The answers of a port to all requests of a hostile process.
 *
 * @param port with its host
 * @param who sent requests, and how many
 * @param bytes of all answers
 * @param output whether an answer contains bytes of the output
 * @param firstLine of the first answer that is not empty
 */
record PortAnswer(String port, String who, long bytes, boolean output, String firstLine) {}
