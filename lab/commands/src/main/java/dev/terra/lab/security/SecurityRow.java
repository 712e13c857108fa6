package dev.terra.lab.security;

/**
 * The result of one attempt at one port.
 *
 * @param outcome in words
 * @param holds whether the outcome is as it should be
 */
record SecurityRow(String port, String attempt, String outcome, boolean holds) {}
