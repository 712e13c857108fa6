package dev.terra.rest.http;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.rest.api.Content;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaders;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * One HTTP request.
 *
 * @param method the method, such as {@code GET}
 * @param path the path, still escaped, without the query
 * @param query the query, still escaped; empty if there is none
 * @param remote the address of the caller
 * @param peer the identity in the caller's certificate, if it presented one
 * @param secure whether the request came over TLS
 */
public record HttpCall(
    String method, String path, String query, HttpHeaders headers, Content body, InetSocketAddress remote, Optional<PeerIdentity> peer,
    boolean secure) {
  /** Returns a header's value. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** Returns how many values a header has. */
  public int count(String name) {
    return headers.getAll(name).size();
  }
}
