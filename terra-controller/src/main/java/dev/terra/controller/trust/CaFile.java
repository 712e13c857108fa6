package dev.terra.controller.trust;

import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads a PEM file of certificates that are trusted in place of those that Java trusts. */
public final class CaFile {
  private CaFile() {}

  /**
   * Returns the TLS settings of a client that trusts the certificates in a file.
   *
   * @param key the configuration's key that names the file
   * @throws ConfigException if the file cannot be read
   */
  public static SSLContext context(String key, Path ca) {
    try (InputStream in = Files.newInputStream(ca)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca-" + store.size(), certificate);
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw ConfigException.ofKey(key, "expected certificates in PEM in " + ca + ": " + Failures.inWords(e));
    }
  }
}
