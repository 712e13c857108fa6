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
 * The identity that a certificate is for: exactly one URI among its subject alternative names, {@code terra://site/HK} (the agents of a
 * site), {@code terra://node/HK} (the shuffle handlers of its nodes), {@code terra://controller}, {@code terra://client/NAME} (job masters,
 * and viewers) or {@code terra://admin/NAME} (operators). Addresses and host names have no meaning.
 *
 * @param role what the identity may do
 * @param name the name of the site, client or operator; empty for the controller
 */
public record PeerIdentity(Role role, String name) {
  private static final String SCHEME = "terra://";
  private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");
  /** The type of a general name that is a URI, RFC 5280. */
  private static final int URI_TYPE = 6;

  /** The roles of identities. */
  public enum Role {
    /** An agent, which carries bytes for a site and reports to the controller. */
    SITE,
    /** A shuffle handler, which has map outputs on a node of a site, and reports them to the site's agents. */
    NODE,
    /** The controller, which computes schedules. */
    CONTROLLER,
    /** A client, which submits shuffles and requests the status. */
    CLIENT,
    /** An operator, who changes what a running controller does. */
    ADMIN
  }

  /** Checks the name. */
  public PeerIdentity {
    if (role == Role.CONTROLLER ? !name.isEmpty() : !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("expected a name of 1 to 64 letters, digits, '.', '-' or '_', and neither '.' nor '..', got '"
          + BoundedText.of(name) + "'");
    }
  }

  /** Returns the identity of the agents of a site. */
  public static PeerIdentity site(String site) {
    return new PeerIdentity(Role.SITE, site);
  }

  /** Returns the identity of the shuffle handlers of a site's nodes. */
  public static PeerIdentity node(String site) {
    return new PeerIdentity(Role.NODE, site);
  }

  /** Returns the identity of the controller. */
  public static PeerIdentity controller() {
    return new PeerIdentity(Role.CONTROLLER, "");
  }

  /** Returns the identity of a job master, or of a viewer. */
  public static PeerIdentity client(String name) {
    return new PeerIdentity(Role.CLIENT, name);
  }

  /** Returns the identity of an operator. */
  public static PeerIdentity admin(String name) {
    return new PeerIdentity(Role.ADMIN, name);
  }

  /** Returns the URI of the identity, as a certificate contains it. */
  public String uri() {
    String path = role.name().toLowerCase(Locale.ROOT);
    return SCHEME + (name.isEmpty() ? path : path + "/" + name);
  }

  /**
   * Returns the identity that a certificate is for.
   *
   * @throws CertificateException if the certificate does not have exactly one identity; the message is for people
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
   * Returns the identity of the other end of a connection whose handshake is complete.
   *
   * @throws CertificateException if the other end's certificate has no identity of Terra; the message is for people
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
