package dev.terra.controller;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the controller's HTTP server.
 *
 * @param listen address and port; empty if there is no HTTP
 * @param isDefault whether the address is the default one. If the default address cannot be used, the controller runs without HTTP
 * @param tokens a file of tokens
 * @param tls whether clients use TLS, with the controller's own certificate
 * @param hosts names by which clients may address the server, besides {@code localhost} and IP addresses
 * @param audit the file of the audit log
 */
public record HttpConfig(
    Optional<String> listen, boolean isDefault, Optional<Path> tokens, boolean tls, List<String> hosts, Optional<Path> audit) {
  /** The address on which the server listens if the configuration names none. */
  public static final String DEFAULT_LISTEN = "127.0.0.1:7180";
  /** The value of the key that turns HTTP off. */
  public static final String OFF = "off";
  /** The name of the audit log beside the configuration file. */
  public static final String DEFAULT_AUDIT = "terra-audit.log";

  /** The default settings: the server listens on loopback and is open to all readers. */
  public static final HttpConfig USUAL =
      new HttpConfig(Optional.of(DEFAULT_LISTEN), true, Optional.empty(), false, List.of(), Optional.empty());

  /** Copies the list of hosts. */
  public HttpConfig {
    hosts = List.copyOf(hosts);
  }

  /** Returns these settings with another address, which an option of a command names. */
  public HttpConfig at(String address) {
    Optional<String> where = address.equals(OFF) ? Optional.empty() : Optional.of(address);
    return new HttpConfig(where, false, tokens, tls, hosts, audit);
  }
}
