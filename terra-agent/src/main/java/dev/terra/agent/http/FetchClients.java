package dev.terra.agent.http;

import dev.terra.api.door.KnownAddresses;
import java.util.Optional;

/**
 * For whom the fetch port listens.
 *
 * @param tls with which handlers show that they are of the site
 * @param known whose addresses count instead where there is no TLS
 */
public record FetchClients(Optional<SiteTls> tls, KnownAddresses known) {}
