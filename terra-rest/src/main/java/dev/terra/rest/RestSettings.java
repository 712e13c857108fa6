package dev.terra.rest;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.tls.TlsFiles;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of the HTTP server.
 *
 * @param listen the address and port; port 0 takes a free one
 * @param tokens a file of tokens
 * @param userToken whether the only token is that of the controller's own user, so that reading needs none
 * @param tls the files for TLS, with which clients may present certificates
 * @param hosts names by which clients may address the server, besides {@code localhost} and IP addresses
 * @param audit the file of the audit log
 */
public record RestSettings(
    InetSocketAddress listen, Optional<Path> tokens, boolean userToken, Optional<TlsFiles> tls, ImmutableSet<String> hosts,
    Optional<Path> audit) {
  /** Returns settings without tokens: reading is open, and writing is not possible. */
  public static RestSettings open(InetSocketAddress listen) {
    return new RestSettings(listen, Optional.empty(), true, Optional.empty(), ImmutableSet.of(), Optional.empty());
  }

  /** Returns whether reading needs no token. */
  boolean readsOpen() {
    return userToken && tls.isEmpty() && listen.getAddress().isLoopbackAddress();
  }
}
