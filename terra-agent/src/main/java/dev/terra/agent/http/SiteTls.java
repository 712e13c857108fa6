package dev.terra.agent.http;

import dev.terra.agent.tls.AgentTls;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;

/** TLS between this agent and the handlers of its site. */
public record SiteTls(AgentTls tls, SiteId site) {
  /** Returns the TLS handler of a new connection to a handler. */
  SslHandler client(ByteBufAllocator allocator) {
    return tls.client(allocator, handler(), null);
  }

  /** Returns the TLS handler of a new connection from a handler. */
  SslHandler server(ByteBufAllocator allocator) {
    return tls.server(allocator, handler());
  }

  private PeerIdentity handler() {
    return PeerIdentity.node(site.name());
  }
}
