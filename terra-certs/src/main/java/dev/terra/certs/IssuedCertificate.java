package dev.terra.certs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A certificate with its key.
 *
 * @param certificate what its owner shows
 * @param key what its owner keeps
 * @param authority who signed it
 */
public record IssuedCertificate(X509Certificate certificate, PrivateKey key, X509Certificate authority) {
  /** The certificate's file in its owner's folder. */
  public static final String CERTIFICATE_FILE = "certificate.pem";
  /** The key's file in its owner's folder; only the owner may read it. */
  public static final String KEY_FILE = "key.pem";

  /** Writes all that its owner needs into a folder, which is made if need be; a file that is there already is an error. */
  public void save(Path folder) throws IOException {
    Files.createDirectories(folder);
    KeyFiles.writeCertificate(folder.resolve(CERTIFICATE_FILE), certificate);
    KeyFiles.writeKey(folder.resolve(KEY_FILE), key);
    KeyFiles.writeCertificate(folder.resolve(KeyFiles.AUTHORITY_FILE), authority);
  }
}
