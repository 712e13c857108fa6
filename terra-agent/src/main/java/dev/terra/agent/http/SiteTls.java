package dev.terra.agent.http;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsFiles;
import dev.terra.core.wan.SiteId;
import javax.net.ssl.SSLEngine;

/** TLS between this agent and the handlers of its site. */
public record SiteTls(TlsFiles files, SiteId site) {
  /** One end of a new connection with a handler. */
  SSLEngine engine(boolean client) {
    return files.engine(client, PeerIdentity.node(site.name()));
  }
}
