package dev.terra.lab.security;

/**
 * One attempt at one port.
 *
 * @param outcome what came of it, in words
 * @param holds whether that is as it should be
 */
record SecurityRow(String port, String attempt, String outcome, boolean holds) {}
