package dev.terra.controller;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the controller is to be had over HTTP, as its configuration has it.
 *
 * @param listen address and port; empty: no HTTP
 * @param isDefault whether that is the standard address, without which the controller runs if it cannot be had
 * @param tokens a file of tokens
 * @param tls whether clients come over TLS, with the controller's own certificate
 * @param hosts names under which it may be called, besides {@code localhost} and addresses
 * @param audit the file of the audit log
 */
public record HttpConfig(
    Optional<String> listen, boolean isDefault, Optional<Path> tokens, boolean tls, List<String> hosts, Optional<Path> audit) {
  /** Where it listens if nothing is said. */
  public static final String DEFAULT_LISTEN = "127.0.0.1:7180";
  /** What is said where it is not to listen. */
  public static final String OFF = "off";
  /** The name of the audit log beside the configuration file. */
  public static final String DEFAULT_AUDIT = "terra-audit.log";

  /** On loopback, open to all readers. */
  public static final HttpConfig USUAL =
      new HttpConfig(Optional.of(DEFAULT_LISTEN), true, Optional.empty(), false, List.of(), Optional.empty());

  /** Copies the hosts. */
  public HttpConfig {
    hosts = List.copyOf(hosts);
  }

  /** These settings at another address, which a command's option names. */
  public HttpConfig at(String address) {
    Optional<String> where = address.equals(OFF) ? Optional.empty() : Optional.of(address);
    return new HttpConfig(where, false, tokens, tls, hosts, audit);
  }
}
