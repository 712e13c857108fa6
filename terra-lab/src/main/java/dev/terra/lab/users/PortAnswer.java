package dev.terra.lab.users;

/**
 * What a port gave to a hostile process in all that it tried.
 *
 * @param attempts how often it asked
 * @param bytes how much came back
 * @param output whether that had bytes of the output in it
 * @param firstLine of the last answer
 */
record PortAnswer(String host, int port, String who, int attempts, long bytes, boolean output, String firstLine) {}
