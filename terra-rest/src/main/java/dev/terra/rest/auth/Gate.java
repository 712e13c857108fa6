package dev.terra.rest.auth;

import com.google.common.collect.ImmutableSet;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Caller;
import dev.terra.rest.api.Problem;
import dev.terra.rest.http.HttpCall;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Admits calls. It checks the caller's identity by token or certificate, and that a browser was not tricked into the call. A foreign
 * page that reaches this server under a name of its own (DNS rebinding) fails by its {@code Host}; a foreign page that posts here
 * fails by its {@code Origin}.
 */
public final class Gate {
  private static final String BEARER = "Bearer ";

  private final @Nullable TokenFile tokens;
  private final boolean readsOpen;
  private final ImmutableSet<String> hosts;

  /**
   * Creates a gate.
   *
   * @param tokens the valid tokens; null if there are none
   * @param readsOpen whether reading needs no token
   * @param hosts names by which clients may address the server, besides {@code localhost} and IP addresses
   */
  public Gate(@Nullable TokenFile tokens, boolean readsOpen, ImmutableSet<String> hosts) {
    this.tokens = tokens;
    this.readsOpen = readsOpen;
    this.hosts = hosts;
  }

  /**
   * Checks that a call is addressed to this server.
   *
   * @throws Problem if it is not
   */
  public void checkHost(HttpCall call) {
    String host = call.header("Host").filter(name -> call.count("Host") == 1)
        .orElseThrow(() -> Problem.of(400, "expected one Host header"));
    try {
      String name = HostAndPort.fromString(host).getHost();
      if (!name.equalsIgnoreCase("localhost") && !InetAddresses.isUriInetAddress(name) && !InetAddresses.isInetAddress(name)
          && !hosts.contains(name)) {
        throw Problem.of(421, "this server does not have the name '" + name + "'; add the name to http.hosts of the controller's "
            + "configuration");
      }
    } catch (IllegalArgumentException e) {
      throw Problem.of(400, "expected a Host header with a name or an address and a port");
    }
  }

  /**
   * Checks that a call that changes something does not come from another site's page.
   *
   * @throws Problem if it comes from another site's page
   */
  public void checkOrigin(HttpCall call) {
    String own = (call.secure() ? "https://" : "http://") + call.header("Host").orElse("");
    call.header("Origin").filter(origin -> !origin.equalsIgnoreCase(own)).ifPresent(origin -> {
      throw Problem.of(403, "a page of " + origin + " may not change anything here");
    });
  }

  /**
   * Returns the caller. If a call has both a certificate and a token, the one with more rights counts.
   *
   * @throws Problem if the call has an unknown token, and no certificate that gives any rights
   */
  public Caller identify(HttpCall call) {
    String remote = call.remote().getAddress().getHostAddress();
    Caller certified = call.peer().map(peer -> certified(peer, remote))
        .orElse(new Caller("anonymous", readsOpen ? Access.READ : Access.NONE, remote));
    boolean counts = call.peer().isPresent() && certified.access() != Access.NONE;
    if ((counts && certified.access() == Access.ADMIN) || call.header("Authorization").isEmpty()) {
      return certified;
    }
    try {
      Caller holder = byToken(call, remote);
      return counts && certified.access().covers(holder.access()) ? certified : holder;
    } catch (Problem problem) {
      if (counts) {
        return certified;
      }
      throw problem;
    }
  }

  private Caller byToken(HttpCall call, String remote) {
    String header = call.header("Authorization").orElse("");
    if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw Problem.of(401, "expected 'Authorization: Bearer TOKEN'");
    }
    TokenFile.Holder holder = Optional.ofNullable(tokens).flatMap(known -> known.holder(header.substring(BEARER.length()).strip()))
        .orElseThrow(() -> Problem.of(401, "this token is not known"));
    return new Caller(holder.name(), holder.role(), remote);
  }

  private static Caller certified(PeerIdentity peer, String remote) {
    Access access = switch (peer.role()) {
      case ADMIN -> Access.ADMIN;
      case CLIENT -> Access.READ;
      case SITE, NODE, CONTROLLER -> Access.NONE;
    };
    return new Caller(peer.toString(), access, remote);
  }

  /**
   * Checks that a caller has the rights that it needs.
   *
   * @throws Problem 401 if the caller did not prove its identity, 403 if its rights do not suffice
   */
  public static void check(Caller caller, Access needed, boolean identified) {
    if (!caller.access().covers(needed)) {
      throw identified
          ? Problem.of(403, "this needs the role " + needed.id() + "; " + caller.name() + " has " + caller.access().id())
          : Problem.of(401, "this needs the role " + needed.id() + ": send 'Authorization: Bearer TOKEN', or a certificate over TLS");
    }
  }
}
