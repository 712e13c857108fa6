package dev.terra.lab.security;

import dev.terra.api.tls.PeerIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * Attempts to take room at ports without authentication: silence, drips, bodies without an end; and to read figures in
 * plain text.
 */
final class DoorAttempts {
  /** The time within which a connection must be closed. A stranger has 5 s, and the machine may be busy. */
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(9);
  private static final int DRIP_MILLIS = 500;
  private static final int MOST_BYTES = 4 << 20;
  private static final String FROM = "127.81.3.67";
  private static final String FETCH_PORT = "fetch port (7202)";

  private final SecurityBed bed;

  /** A port by its name. */
  private record Port(String name, InetSocketAddress address) {}

  DoorAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    List<Attempt> attempts = new ArrayList<>();
    for (Port port : List.of(new Port("controller port (7100)", bed.controllerAddress()), new Port("HTTP port (7180)", bed.http()),
        new Port("tunnel port (7200)", bed.tunnels("B")), new Port("site port (7201)", bed.handlers("B")),
        new Port(FETCH_PORT, bed.fetches("B")), new Port("segment port (13563)", bed.segments("A")))) {
      attempts.add(new Attempt(port.name, "keep: say nothing", () -> stay(port.address, new byte[0], new byte[0])));
      attempts.add(new Attempt(port.name, "keep: a handshake or a header that drips",
          () -> stay(port.address, new byte[] {22, 3, 1, 1, 0}, new byte[] {1})));
    }
    attempts.add(new Attempt("HTTP port (7180)", "keep: a request over TLS that drips", this::dripOverTls));
    attempts.add(new Attempt("HTTP port (7180)", "a valid certificate counts, whatever token comes with it", this::certified));
    attempts.add(new Attempt(FETCH_PORT, "fill: a body of 4 MiB, without TLS",
        () -> fill(bed.fetches("B"), "POST /v1/fetch HTTP/1.1\r\nHost: x\r\nContent-Length: 4194304\r\n\r\n")));
    attempts.addAll(figures(FETCH_PORT, bed.fetches("B"), "GET /v1/stats HTTP/1.1", PeerIdentity.node("C")));
    attempts.addAll(figures("segment port (13563)", bed.segments("A"), "GET /v1/counters HTTP/1.1", PeerIdentity.site("C")));
    return attempts;
  }

  private List<Attempt> figures(String port, InetSocketAddress address, String line, PeerIdentity ofAnotherSite) {
    Papers papers = bed.papers();
    return List.of(
        new Attempt(port, "read: figures, without TLS", () -> figures(address, line, Optional.empty())),
        new Attempt(port, "read: figures, without a certificate",
            () -> figures(address, line, Optional.of(Papers.context(Optional.empty())))),
        new Attempt(port, "read: figures, with a client's certificate",
            () -> figures(address, line, Optional.of(Papers.context(Optional.of(papers.of(PeerIdentity.client("x"))))))),
        new Attempt(port, "read: figures, with another authority's certificate",
            () -> figures(address, line, Optional.of(Papers.context(Optional.of(papers.foreign(PeerIdentity.node("B"))))))),
        new Attempt(port, "read: figures, with a certificate of another site",
            () -> figures(address, line, Optional.of(Papers.context(Optional.of(papers.of(ofAnotherSite)))))));
  }

  private static TrialOutcome figures(InetSocketAddress port, String line, Optional<SSLContext> tls) throws IOException {
    try (Socket socket = HostileClient.connect(FROM, port, tls)) {
      HostileClient.Answer answer = HostileClient.ask(socket, line, new byte[0]);
      return answer.status() < 300 ? TrialOutcome.served(answer.words()) : TrialOutcome.refused(answer.words());
    }
  }

  private TrialOutcome certified() throws IOException {
    try (Socket socket = HostileClient.connect(
        FROM, bed.http(), Optional.of(Papers.context(Optional.of(bed.papers().of(PeerIdentity.admin("x"))))))) {
      HostileClient.Answer answer = HostileClient.ask(
          socket, "GET /api/v1/audit HTTP/1.1\r\nAuthorization: Bearer a token that nobody knows", new byte[0]);
      return new TrialOutcome(answer.status() == 200, answer.status() == 200 ? "served" : "NOT SERVED: " + answer.words());
    }
  }

  private TrialOutcome dripOverTls() throws IOException {
    try (Socket socket = HostileClient.connect(FROM, bed.http(), Optional.of(Papers.context(Optional.empty())))) {
      return stay(socket, "GET /api/v1/status HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII), new byte[] {'x'});
    }
  }

  /** Returns whether a connection that sends some bytes, and then one occasionally, is still open after seconds. */
  static TrialOutcome stay(InetSocketAddress port, byte[] first, byte[] drip) throws IOException {
    try (Socket socket = HostileClient.connect(FROM, port, Optional.empty())) {
      return stay(socket, first, drip);
    }
  }

  private static TrialOutcome stay(Socket socket, byte[] first, byte[] drip) throws IOException {
    long start = System.nanoTime();
    socket.setSoTimeout(DRIP_MILLIS);
    socket.getOutputStream().write(first);
    while (System.nanoTime() - start < MOST_NANOS) {
      socket.getOutputStream().write(drip);
      if (hasEnded(socket)) {
        return TrialOutcome.refused("closed after " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");
      }
    }
    return TrialOutcome.served("it stands after " + TimeUnit.NANOSECONDS.toSeconds(MOST_NANOS) + " s");
  }

  private static boolean hasEnded(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static TrialOutcome fill(InetSocketAddress port, String head) throws IOException {
    try (Socket socket = HostileClient.connect(FROM, port, Optional.empty())) {
      socket.setSoTimeout(1);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      byte[] part = new byte[16 << 10];
      for (int sent = 0; sent < MOST_BYTES; sent += part.length) {
        socket.getOutputStream().write(part);
        if (hasEnded(socket)) {
          return TrialOutcome.refused("closed after " + (sent >> 10) + " KiB at most");
        }
      }
      return TrialOutcome.served("all of it was taken");
    }
  }
}
