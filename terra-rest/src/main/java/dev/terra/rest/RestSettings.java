package dev.terra.rest;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.tls.TlsFiles;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a controller is to be had over HTTP.
 *
 * @param listen where; port 0 takes a free one
 * @param tokens a file of tokens
 * @param userToken whether the tokens are only those of the controller's own user, so that reading needs none
 * @param tls with which clients may show certificates
 * @param hosts names under which it may be called, besides {@code localhost} and addresses
 * @param audit the file of the audit log
 */
public record RestSettings(
    InetSocketAddress listen, Optional<Path> tokens, boolean userToken, Optional<TlsFiles> tls, ImmutableSet<String> hosts,
    Optional<Path> audit) {
  /** On loopback, without tokens: reading is open, and writing is not possible. */
  public static RestSettings open(InetSocketAddress listen) {
    return new RestSettings(listen, Optional.empty(), true, Optional.empty(), ImmutableSet.of(), Optional.empty());
  }

  /** Whether reading needs no token. */
  boolean readsOpen() {
    return userToken && tls.isEmpty() && listen.getAddress().isLoopbackAddress();
  }
}
