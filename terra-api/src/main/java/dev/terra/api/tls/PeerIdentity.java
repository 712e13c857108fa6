package dev.terra.api.tls;

import dev.terra.core.limit.BoundedText;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Who a certificate speaks for: exactly one URI among its subject alternative names, {@code terra://site/HK} (the agents of a
 * site), {@code terra://node/HK} (the shuffle handlers of its nodes), {@code terra://controller}, {@code terra://client/NAME} (job
 * masters, and viewers) or {@code terra://admin/NAME} (operators). Addresses and host names play no part.
 *
 * @param role what it may do
 * @param name of the site, client or operator; empty for the controller
 */
public record PeerIdentity(Role role, String name) {
  private static final String SCHEME = "terra://";
  private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");
  /** The type of a general name that is a URI, RFC 5280. */
  private static final int URI_TYPE = 6;

  /** What an identity may do. */
  public enum Role {
    /** Carries bytes for a site and tells the controller about it. */
    SITE,
    /** Has map outputs on a node of a site, and tells its agents of them. */
    NODE,
    /** Plans. */
    CONTROLLER,
    /** Submits shuffles, asks for the status. */
    CLIENT,
    /** Changes what a running controller does, as an operator. */
    ADMIN
  }

  /** Checks the name. */
  public PeerIdentity {
    if (role == Role.CONTROLLER ? !name.isEmpty() : !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("expected a name of 1 to 64 letters, digits, '.', '-' or '_', and neither '.' nor '..', got '"
          + BoundedText.of(name) + "'");
    }
  }

  /** The agents of a site. */
  public static PeerIdentity site(String site) {
    return new PeerIdentity(Role.SITE, site);
  }

  /** The shuffle handlers of a site's nodes. */
  public static PeerIdentity node(String site) {
    return new PeerIdentity(Role.NODE, site);
  }

  /** The controller. */
  public static PeerIdentity controller() {
    return new PeerIdentity(Role.CONTROLLER, "");
  }

  /** A job master, or a viewer. */
  public static PeerIdentity client(String name) {
    return new PeerIdentity(Role.CLIENT, name);
  }

  /** An operator. */
  public static PeerIdentity admin(String name) {
    return new PeerIdentity(Role.ADMIN, name);
  }

  /** The identity as a certificate has it. */
  public String uri() {
    String path = role.name().toLowerCase(Locale.ROOT);
    return SCHEME + (name.isEmpty() ? path : path + "/" + name);
  }

  /**
   * Whom a certificate speaks for.
   *
   * @throws CertificateException in words, if it is not exactly one
   */
  public static PeerIdentity of(X509Certificate certificate) throws CertificateException {
    List<String> uris = new ArrayList<>();
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    if (names != null) {
      for (List<?> name : names) {
        if (name.get(0).equals(URI_TYPE) && ((String) name.get(1)).startsWith(SCHEME)) {
          uris.add((String) name.get(1));
        }
      }
    }
    if (uris.size() != 1) {
      throw new CertificateException("expected exactly one " + SCHEME + " URI among the subject alternative names of the certificate of "
          + certificate.getSubjectX500Principal() + ", got " + uris);
    }
    return parse(uris.get(0));
  }

  private static PeerIdentity parse(String uri) throws CertificateException {
    String[] parts = uri.substring(SCHEME.length()).split("/", 2);
    for (Role role : Role.values()) {
      if (role.name().toLowerCase(Locale.ROOT).equals(parts[0])) {
        try {
          return new PeerIdentity(role, parts.length == 2 ? parts[1] : "");
        } catch (IllegalArgumentException e) {
          throw new CertificateException(uri + " in a certificate: " + e.getMessage(), e);
        }
      }
    }
    throw new CertificateException(
        "expected terra://site/NAME, terra://node/SITE, terra://controller, terra://client/NAME or terra://admin/NAME in a certificate, "
            + "got " + uri);
  }

  /**
   * Who is at the other end of a connection whose handshake is over.
   *
   * @throws CertificateException in words, if it names no identity of Terra
   */
  public static PeerIdentity of(SSLSession session) throws CertificateException {
    try {
      Certificate[] chain = session.getPeerCertificates();
      return of((X509Certificate) chain[0]);
    } catch (SSLPeerUnverifiedException e) {
      throw new CertificateException("the other end showed no certificate", e);
    }
  }

  @Override
  public String toString() {
    return uri();
  }
}
