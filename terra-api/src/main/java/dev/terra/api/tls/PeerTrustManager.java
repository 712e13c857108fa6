package dev.terra.api.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A trust manager that trusts certificates that the present authorities have signed and that contain an identity of Terra. Addresses and
 * host names are not checked. Callers that expect a certain identity check it, or use {@link #only}.
 */
class PeerTrustManager extends X509ExtendedTrustManager {
  private final Supplier<Authorities> current;

  PeerTrustManager(Supplier<Authorities> current) {
    this.current = current;
  }

  /** Returns a manager that trusts a single identity. */
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

  /** Checks the other end's identity. By default, every identity is accepted. */
  void check(PeerIdentity identity) throws CertificateException {
    // callers may check the identity later
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

  /** Returns a refusal in the form that the TLS library understands. */
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
