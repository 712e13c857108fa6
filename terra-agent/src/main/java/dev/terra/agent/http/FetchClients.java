package dev.terra.agent.http;

import dev.terra.api.door.KnownAddresses;
import java.util.Optional;

/**
 * The clients that the fetch port serves.
 *
 * @param tls the TLS with which handlers prove that they belong to the site
 * @param known the addresses that identify handlers where there is no TLS
 */
public record FetchClients(Optional<SiteTls> tls, KnownAddresses known) {}
