package dev.terra.api.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The checked result of one reading of the files: certificate, key and authorities fit together and are valid at the time of reading. It is
 * immutable.
 */
public final class TlsMaterial {
  private static final Pattern PEM_KEY = Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]*)-----END", Pattern.DOTALL);

  private final TlsPaths paths;
  private final List<X509Certificate> chain;
  private final PrivateKey key;
  private final PeerIdentity identity;
  private final Authorities authorities;

  /** The contents of the three files. */
  record Contents(String certificate, String key, String ca) {}

  /** Parses and checks contents. */
  TlsMaterial(TlsPaths paths, Contents contents) throws TlsException {
    this.paths = paths;
    this.chain = certificates(paths.certificate(), contents.certificate);
    this.key = key(contents.key);
    checkKey();
    checkDates();
    try {
      this.identity = PeerIdentity.of(leaf());
    } catch (CertificateException e) {
      throw new TlsException(paths.certificate() + ": " + e.getMessage());
    }
    try {
      this.authorities = authorities(paths.ca(), contents.ca);
      checkIssuer();
    } catch (GeneralSecurityException e) {
      throw new TlsException(paths.ca() + ": cannot be used for TLS: " + e.getMessage());
    }
  }

  private static List<X509Certificate> certificates(Path file, String pem) throws TlsException {
    try {
      List<X509Certificate> all = CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)))
          .stream().map(X509Certificate.class::cast).toList();
      if (all.isEmpty()) {
        throw new TlsException(file + ": expected one certificate or more in PEM, got none");
      }
      return all;
    } catch (CertificateException e) {
      throw new TlsException(file + ": is no certificate in PEM: " + e.getMessage());
    }
  }

  private PrivateKey key(String pem) throws TlsException {
    Matcher found = PEM_KEY.matcher(pem);
    if (!found.find()) {
      throw new TlsException(paths.key() + ": expected a private key in PEM (BEGIN PRIVATE KEY), got none");
    }
    if (!found.group(1).equals("PRIVATE KEY")) {
      throw new TlsException(paths.key() + ": expected an unencrypted PKCS#8 key (BEGIN PRIVATE KEY), got BEGIN " + found.group(1)
          + "; convert it with: openssl pkcs8 -topk8 -nocrypt");
    }
    String algorithm = leaf().getPublicKey().getAlgorithm();
    try {
      return KeyFactory.getInstance(algorithm)
          .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(2))));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new TlsException(paths.key() + ": is no " + algorithm + " key, which " + paths.certificate() + " is for");
    }
  }

  private void checkKey() throws TlsException {
    PublicKey open = leaf().getPublicKey();
    String algorithm = key.getAlgorithm().startsWith("Ed") ? key.getAlgorithm()
        : key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256with" + key.getAlgorithm();
    byte[] anything = leaf().getSignature();
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(anything);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update(anything);
      if (signature.verify(signed)) {
        return;
      }
    } catch (GeneralSecurityException e) {
      throw new TlsException(paths.key() + ": cannot be used: " + e.getMessage());
    }
    throw new TlsException(paths.key() + ": is not the key of the certificate in " + paths.certificate());
  }

  private void checkDates() throws TlsException {
    try {
      leaf().checkValidity();
    } catch (CertificateExpiredException e) {
      throw new TlsException(paths.certificate() + ": the certificate expired on " + leaf().getNotAfter().toInstant());
    } catch (CertificateNotYetValidException e) {
      throw new TlsException(paths.certificate() + ": the certificate is not valid before " + leaf().getNotBefore().toInstant());
    }
  }

  private void checkIssuer() throws TlsException {
    try {
      authorities.trust().checkClientTrusted(chain.toArray(new X509Certificate[0]), key.getAlgorithm());
    } catch (CertificateException e) {
      throw new TlsException(paths.certificate() + ": the certificate is not signed by an authority in " + paths.ca() + " ("
          + e.getMessage() + ")");
    }
  }

  /** Parses the contents of a file of authorities. */
  static Authorities authorities(Path file, String pem) throws TlsException, GeneralSecurityException {
    return new Authorities(file, trust(certificates(file, pem)));
  }

  private static X509TrustManager trust(List<X509Certificate> authorities) throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("ca" + i, authorities.get(i));
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager usable) {
        return usable;
      }
    }
    throw new GeneralSecurityException("this Java checks no certificates");
  }

  X509Certificate leaf() {
    return chain.get(0);
  }

  /** Returns this process's certificate, followed by those between it and the authority. */
  public X509Certificate[] chain() {
    return chain.toArray(new X509Certificate[0]);
  }

  /** Returns the private key of this process's certificate. */
  public PrivateKey key() {
    return key;
  }

  PeerIdentity identity() {
    return identity;
  }

  Authorities authorities() {
    return authorities;
  }

  /** Returns the certificates of the authorities. */
  public List<X509Certificate> authorityCertificates() {
    return List.of(authorities.trust().getAcceptedIssuers());
  }

  /**
   * Returns a trust manager that trusts certificates which the authorities of this reading have signed.
   *
   * @param expected the only identity that is trusted; null for all identities of Terra
   * @param checked receives the identity of each certificate that was accepted; a resumed session checks no certificate
   * @param refusal converts a refusal to the form that the TLS library understands
   */
  public X509ExtendedTrustManager trust(
      @Nullable PeerIdentity expected, Consumer<PeerIdentity> checked, UnaryOperator<CertificateException> refusal) {
    return new PeerTrustManager(() -> authorities) {
      @Override
      CertificateException refusal(CertificateException why) {
        return refusal.apply(why);
      }

      @Override
      void check(PeerIdentity identity) throws CertificateException {
        if (expected != null) {
          requireOnly(expected, identity);
        }
        checked.accept(identity);
      }
    };
  }
}
