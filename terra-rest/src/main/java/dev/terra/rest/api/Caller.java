package dev.terra.rest.api;

/**
 * Who makes a call.
 *
 * @param name for people and the audit log
 * @param access what it may do
 * @param remote its address
 */
public record Caller(String name, Access access, String remote) {}
