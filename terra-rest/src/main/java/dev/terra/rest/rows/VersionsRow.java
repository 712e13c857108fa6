package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;

/** The versions of the running software. */
@Doc("The versions of the controller's software.")
public record VersionsRow(
    @Doc("Terra's version.") String terra,
    @Doc("This interface's version.") String api,
    @Doc("Java's version.") String java,
    @Doc("The operating system.") String os,
    @Doc("The version of the messages between agents and the controller.") int agentProtocol,
    @Doc("The id of the controller's run; it differs after every start.") String session,
    @Doc("When the controller started.") Instant startedAt) {}
