package dev.terra.api.tls;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The files that a process needs for TLS, all PEM.
 *
 * @param certificate the process's certificate, followed by those between it and the authority, if there are any
 * @param key the process's private key, PKCS#8, not encrypted
 * @param ca the certificates of the authorities that are trusted to sign the certificates of others
 */
public record TlsPaths(Path certificate, Path key, Path ca) {
  /** Checks that no path is missing. */
  public TlsPaths {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(ca, "ca");
  }

  /** Returns the files in a folder that {@code ./terra certs} has made. */
  public static TlsPaths in(Path folder) {
    return new TlsPaths(folder.resolve("certificate.pem"), folder.resolve("key.pem"), folder.resolve("ca.pem"));
  }
}
