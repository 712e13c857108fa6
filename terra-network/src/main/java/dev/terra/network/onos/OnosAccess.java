package dev.terra.network.onos;

import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The address of ONOS, and the credentials for it.
 *
 * @param base the address of its REST interface, such as {@code http://10.0.0.1:8181/onos/v1}
 * @param user the user of HTTP's basic authentication
 * @param password the password of that user
 * @param application the application in whose name rules are installed; rules of other applications are never changed
 * @param tls the context for https; if empty, the certificates that Java trusts are used
 */
public record OnosAccess(URI base, String user, String password, String application, Optional<SSLContext> tls) {
  /** Checks the address. */
  public OnosAccess {
    boolean isHttp = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
    if (!isHttp || base.getHost() == null) {
      throw new IllegalArgumentException("expected an address such as http://10.0.0.1:8181/onos/v1, got " + base);
    }
  }

  /** Returns the access without the password. */
  @Override
  public String toString() {
    return user + " at " + base;
  }
}
