package dev.terra.lab.users;

/**
 * What a port gave to a hostile process in all that it tried.
 *
 * @param port with its host
 * @param who asked, and how often
 * @param bytes how much came back
 * @param output whether that had bytes of the output in it
 * @param firstLine of the first answer that says anything
 */
record PortAnswer(String port, String who, long bytes, boolean output, String firstLine) {}
