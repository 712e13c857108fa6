package dev.terra.testbed.onos;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import javax.annotation.Priority;
import javax.ws.rs.Priorities;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.SecurityContext;

/** Lets in who gives the one name and password; such a one may do everything. */
@PreMatching
@Priority(Priorities.AUTHENTICATION)
final class BasicAuthentication implements ContainerRequestFilter {
  private final String user;
  private final String expected;

  BasicAuthentication(String user, String password) {
    this.user = user;
    this.expected = "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void filter(ContainerRequestContext request) {
    if (expected.equals(request.getHeaderString(HttpHeaders.AUTHORIZATION))) {
      request.setSecurityContext(new Administrator(user));
    } else {
      request.abortWith(Response.status(Response.Status.UNAUTHORIZED)
          .header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"karaf\"").build());
    }
  }

  /** A user in every role. */
  private record Administrator(String name) implements SecurityContext {
    @Override
    public Principal getUserPrincipal() {
      return () -> name;
    }

    @Override
    public boolean isUserInRole(String role) {
      return true;
    }

    @Override
    public boolean isSecure() {
      return false;
    }

    @Override
    public String getAuthenticationScheme() {
      return BASIC_AUTH;
    }
  }
}
