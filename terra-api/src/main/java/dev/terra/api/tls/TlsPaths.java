package dev.terra.api.tls;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The files that a process needs for TLS, all PEM.
 *
 * @param certificate its own certificate, followed by those between it and the authority, if there are any
 * @param key its private key, PKCS#8, not encrypted
 * @param ca the certificates of the authorities whose word is taken for others
 */
public record TlsPaths(Path certificate, Path key, Path ca) {
  /** Requires all three. */
  public TlsPaths {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(ca, "ca");
  }

  /** The files in a folder as {@code ./terra certs} makes it. */
  public static TlsPaths in(Path folder) {
    return new TlsPaths(folder.resolve("certificate.pem"), folder.resolve("key.pem"), folder.resolve("ca.pem"));
  }
}
