package dev.terra.api.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts what the authorities in use sign, if it names an identity of Terra. Addresses and host names play no part; whether
 * it is the right one is for those to check who know whom they expect, but for a server's role.
 */
class PeerTrustManager extends X509ExtendedTrustManager {
  private final Supplier<Authorities> current;

  PeerTrustManager(Supplier<Authorities> current) {
    this.current = current;
  }

  /** A manager that trusts a single identity. */
  static PeerTrustManager only(PeerIdentity expected, Supplier<Authorities> current) {
    return new PeerTrustManager(current) {
      @Override
      void check(PeerIdentity identity) throws CertificateException {
        requireOnly(expected, identity);
      }
    };
  }

  static void requireOnly(PeerIdentity expected, PeerIdentity identity) throws CertificateException {
    if (!identity.equals(expected)) {
      throw new CertificateException("expected a certificate of " + expected + ", got one of " + identity);
    }
  }

  /** Looks at the other end's identity: any will do. */
  void check(PeerIdentity identity) throws CertificateException {
    // for those who look at it later
  }

  private PeerIdentity check(X509Certificate[] chain, String authType, boolean server) throws CertificateException {
    Authorities authorities = current.get();
    try {
      chain[0].checkValidity();
      if (server) {
        authorities.trust().checkServerTrusted(chain, authType);
      } else {
        authorities.trust().checkClientTrusted(chain, authType);
      }
    } catch (java.security.cert.CertificateExpiredException e) {
      throw new CertificateException(subject(chain) + " expired on " + chain[0].getNotAfter().toInstant(), e);
    } catch (CertificateException e) {
      throw new CertificateException(
          subject(chain) + " is not signed by an authority in " + authorities.file() + " (" + e.getMessage() + ")", e);
    }
    return PeerIdentity.of(chain[0]);
  }

  private static String subject(X509Certificate[] chain) {
    return "the other end's certificate, of " + chain[0].getSubjectX500Principal() + ",";
  }

  /** A refusal as the library that does TLS understands it. */
  CertificateException refusal(CertificateException why) {
    return why;
  }

  private void checkAll(X509Certificate[] chain, String authType, boolean server) throws CertificateException {
    try {
      check(check(chain, authType, server));
    } catch (CertificateException e) {
      throw refusal(e);
    }
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
    checkAll(chain, authType, false);
  }

  @Override
  public final void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
    checkAll(chain, authType, true);
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public final void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) throws CertificateException {
    checkServerTrusted(chain, authType);
  }

  @Override
  public final void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public final void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) throws CertificateException {
    checkServerTrusted(chain, authType);
  }

  @Override
  public final X509Certificate[] getAcceptedIssuers() {
    return current.get().trust().getAcceptedIssuers();
  }
}
