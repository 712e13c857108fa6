package dev.terra.rest.http;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.rest.api.Content;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * One request.
 *
 * @param method such as {@code GET}
 * @param path still escaped, without the query
 * @param query still escaped; empty where there is none
 * @param remote whose it is
 * @param peer what the certificate of the other end says, if it showed one
 * @param secure whether it came over TLS
 */
public record HttpCall(
    String method, String path, String query, HttpHeaders headers, Content body, InetSocketAddress remote, Optional<PeerIdentity> peer,
    boolean secure) {
  /** A header's value. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** How often a header is there. */
  public int count(String name) {
    return headers.getAll(name).size();
  }
}
