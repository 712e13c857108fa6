package dev.terra.network.onos;

import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where ONOS is and who asks.
 *
 * @param base its REST interface, such as {@code http://10.0.0.1:8181/onos/v1}
 * @param user of HTTP's basic authentication
 * @param password of that user
 * @param application under whose name rules are put in: those of other applications are never touched
 * @param tls for https; empty: the certificates that Java trusts
 */
public record OnosAccess(URI base, String user, String password, String application, Optional<SSLContext> tls) {
  /** Checks the address. */
  public OnosAccess {
    boolean isHttp = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
    if (!isHttp || base.getHost() == null) {
      throw new IllegalArgumentException("expected an address such as http://10.0.0.1:8181/onos/v1, got " + base);
    }
  }

  /** The access without the password. */
  @Override
  public String toString() {
    return user + " at " + base;
  }
}
