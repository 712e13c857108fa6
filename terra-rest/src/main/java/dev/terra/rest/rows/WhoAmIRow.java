package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;

/** The identity and the rights of the caller, as the server has determined them. */
@Doc("The caller, as the server has identified it.")
public record WhoAmIRow(
    @Doc("The caller's name, for people.") String name,
    @Doc(value = "The caller's role.", oneOf = {"none", "read", "admin"}) String role,
    @Doc("Whether reading needs no token.") boolean readsOpen,
    @Doc("How a caller gets the role that changes need.") String writes) {}
