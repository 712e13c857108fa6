package dev.terra.certs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A certificate with its key and its authority's certificate.
 *
 * @param certificate the certificate, which its owner shows to others
 * @param key the private key, which its owner keeps secret
 * @param authority the certificate of the authority that signed it
 */
public record IssuedCertificate(X509Certificate certificate, PrivateKey key, X509Certificate authority) {
  /** The name of the certificate's file in its owner's folder. */
  public static final String CERTIFICATE_FILE = "certificate.pem";
  /** The name of the key's file in its owner's folder. Only the owner may read the file. */
  public static final String KEY_FILE = "key.pem";

  /**
   * Writes the files that the certificate's owner needs into a folder, which is created if necessary. A file that exists already is an
   * error.
   */
  public void save(Path folder) throws IOException {
    Files.createDirectories(folder);
    KeyFiles.writeCertificate(folder.resolve(CERTIFICATE_FILE), certificate);
    KeyFiles.writeKey(folder.resolve(KEY_FILE), key);
    KeyFiles.writeCertificate(folder.resolve(KeyFiles.AUTHORITY_FILE), authority);
  }
}
