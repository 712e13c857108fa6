package dev.terra.rest.api;

/**
 * The caller of an endpoint.
 *
 * @param name the name for people and the audit log
 * @param access the caller's rights
 * @param remote the caller's address
 */
public record Caller(String name, Access access, String remote) {}
