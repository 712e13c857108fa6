package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;

/** The identity and the rights of the caller, as the server has determined them. */
@Doc("Whom the server takes its caller for.")
public record WhoAmIRow(
    @Doc("A name, for people.") String name,
    @Doc(value = "What it may do.", oneOf = {"none", "read", "admin"}) String role,
    @Doc("Whether reading needs no token.") boolean readsOpen,
    @Doc("How to get the role that writes need.") String writes) {}
