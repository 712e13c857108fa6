package dev.terra.lab.security;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.version.ProtocolVersions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Attempts against the HTTP interface, the audit log, the logs and the output of commands, by a process without any rights. */
final class RestAttempts {
  private static final String HTTP_PORT = "HTTP port (7180)";
  private static final String TUNNEL_PORT = "tunnel port (7200)";
  private static final String FROM = "127.82.0.";
  private static final int REFUSED = 1_500;
  private static final int VIEWERS = 200;
  /** The limit that the controller's page names. */
  private static final int MOST_VIEWERS = 64;
  private static final int DEEP = 15_000;
  private static final int HELLOS = 2_000;
  private static final int MOST_LINES = 200;
  private static final String FORGED = "2026-01-01 ERROR a line that nobody has logged";
  private static final String EVIL = "A\u001b[31m\n" + FORGED;

  private final ProcessBed bed;
  private final HttpReader http;

  RestAttempts(ProcessBed bed) {
    this.bed = bed;
    this.http = new HttpReader(bed.http());
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(HTTP_PORT, "push out: an operator's line of the audit log, by " + REFUSED + " requests that are refused", this::audit),
        new Attempt(HTTP_PORT, "overflow: a path of " + DEEP + " folders", () -> deep("/a")),
        new Attempt(HTTP_PORT, "overflow: the same below the interface", () -> deep("/api/v1/a")),
        new Attempt(HTTP_PORT, "overflow: a path of " + DEEP + " dots", () -> deep("/..")),
        new Attempt(HTTP_PORT, "take: " + VIEWERS + " streams of updates at once", this::viewers),
        new Attempt(HTTP_PORT, "forge: a line of the log, by a name in a path", this::namedPath),
        new Attempt("controller port (7100)", "forge: a line of the log, by an agent's name", () -> hello("A", EVIL)),
        new Attempt("controller port (7100)", "forge: a line of the log, by a site's name", () -> hello(EVIL, "A-1")),
        new Attempt(TUNNEL_PORT, "forge: a line of the log, by an agent's name", () -> tunnels(1, EVIL)),
        new Attempt(TUNNEL_PORT, "flood: the log, by " + HELLOS + " hellos that are refused", () -> tunnels(HELLOS, "D-1")),
        new Attempt("metrics port (7203)", "keep: say nothing", () -> DoorAttempts.stay(bed.metrics("A"), new byte[0], new byte[0])),
        new Attempt("metrics port (7203)", "keep: a request that drips",
            () -> DoorAttempts.stay(bed.metrics("A"), "GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII), new byte[] {'x'})),
        new Attempt("certificates", "write: a key outside of its folder, by a site that is called '..'", () -> certificates("..")),
        new Attempt("certificates", "write: the same by a slash", () -> certificates("x/../../../evil")));
  }

  private TrialOutcome audit() throws IOException, InterruptedException {
    String token = HttpReader.token(bed.token());
    http.send("PATCH", "/api/v1/queues/etl/terms", "{\"priority\":1,\"reason\":\"an operator's own\"}", Optional.of(token));
    for (int i = 0; i < REFUSED; i++) {
      int status = http.send("POST", "/api/v1/sites/A/drain", "{}", Optional.empty()).statusCode();
      if (status < 400) {
        return TrialOutcome.served("a site was drained");
      }
    }
    String rows = http.send("GET", "/api/v1/audit?limit=1000", "", Optional.of(token)).body();
    boolean kept = rows.contains("an operator's own") && Files.readString(bed.audit()).contains("an operator's own");
    boolean mixed = Files.readString(bed.audit()).contains("\"refused\"");
    return kept && !mixed ? TrialOutcome.refused("the operator's line is there") : TrialOutcome.served("the operator's line is lost");
  }

  private HostileClient.Answer raw(String from, String head) throws IOException {
    try (Socket socket = HostileClient.connect(from, bed.http(), Optional.empty())) {
      return HostileClient.ask(socket, head, new byte[0]);
    }
  }

  /** The names of hosts stand in a request twice otherwise. */
  private TrialOutcome deep(String part) throws IOException {
    HostileClient.Answer answer = raw(FROM + 7, "GET " + part.repeat(DEEP / (part.length() - 1)) + " HTTP/1.1");
    if (answer.status() < 400) {
      return TrialOutcome.served(answer.words());
    }
    return new TrialOutcome(answers(), "refused: " + answer.status() + (answers() ? "" : ", AND IT ANSWERS NOBODY ANY MORE"));
  }

  private boolean answers() {
    try {
      return http.json("/api/v1/whoami").isObject();
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private TrialOutcome viewers() throws IOException {
    List<Socket> open = new ArrayList<>();
    int streams = 0;
    try {
      for (int i = 0; i < VIEWERS; i++) {
        Socket socket = HostileClient.connect(FROM + (10 + i % 8), bed.http(), Optional.empty());
        open.add(socket);
        socket.getOutputStream().write(("GET /api/v1/stream HTTP/1.1\r\nHost: " + ProcessBed.text(bed.http()) + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
      }
      for (Socket socket : open) {
        streams += new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII).endsWith(" 200") ? 1 : 0;
      }
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
    return streams <= MOST_VIEWERS ? TrialOutcome.refused(streams + " streams, and no more")
        : TrialOutcome.served(streams + " streams");
  }

  private TrialOutcome namedPath() throws IOException {
    raw(FROM + 8, "GET /api/v1/sites/A%1b%5b31m%0a" + FORGED.replace(" ", "%20") + " HTTP/1.1");
    raw(FROM + 8, "POST /api/v1/queues/A%1b%5b31m%0a" + FORGED.replace(" ", "%20") + "/terms HTTP/1.1");
    return logs();
  }

  /**
   * Checks whether logs, the audit log or the output of commands contain a line that no program has logged, or
   * characters that control a terminal.
   */
  private TrialOutcome logs() throws IOException {
    try (Stream<Path> files = Files.list(bed.directory())) {
      for (Path file : files.filter(name -> name.toString().contains(".log")).toList()) {
        String text = Files.readString(file);
        if (text.indexOf('\u001b') >= 0 || text.lines().anyMatch(line -> line.startsWith(FORGED))) {
          return TrialOutcome.served("it is in " + file.getFileName());
        }
      }
    }
    return TrialOutcome.refused("logs have lines of their own only");
  }

  private TrialOutcome hello(String site, String agent) throws IOException, InterruptedException {
    ManagedChannel channel = NettyChannelBuilder.forAddress(bed.controller().getHostString(), bed.controller().getPort())
        .usePlaintext().build();
    CountDownLatch over = new CountDownLatch(1);
    try {
      ControllerGrpc.newStub(channel).attach(new Refusal(over)).onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
          .setProtocolVersion(ProtocolVersions.CONTROL.newest()).setSite(site).setAgent(agent).setSession(1)).build());
      if (!over.await(5, TimeUnit.SECONDS)) {
        return TrialOutcome.served("it was not refused");
      }
    } finally {
      channel.shutdownNow();
    }
    ProcessBed.Ended events = bed.run(Map.of(), "events", "--controller", "http://" + ProcessBed.text(bed.http()));
    JsonNode kept = http.json("/api/v1/events?limit=1000");
    if (events.output().indexOf('\u001b') >= 0 || events.output().lines().anyMatch(line -> line.startsWith(FORGED))
        || kept.toString().contains("\\u001b")) {
      return TrialOutcome.served("it is among the events");
    }
    return logs();
  }

  private TrialOutcome tunnels(int hellos, String agent) throws IOException, InterruptedException {
    Path log = bed.log("agent-A-1-" + ProcessBed.agentIp("A"));
    long before = Files.readAllLines(log).size();
    for (int i = 0; i < hellos; i++) {
      try (Socket socket = HostileClient.connect(FROM + (30 + i % 16), bed.tunnels("A"), Optional.empty())) {
        socket.getOutputStream().write(TunnelAttempts.frame(FrameType.HELLO, TunnelHello.newBuilder().setProtocolVersion(4)
            .addPath("B").addPath("A").setHop(1).setAgent(agent).setSession(i).build()));
        socket.getOutputStream().flush();
      } catch (IOException e) {
        // the connection was closed immediately
      }
    }
    TimeUnit.SECONDS.sleep(1);
    long lines = Files.readAllLines(log).size() - before;
    TrialOutcome outcome = logs();
    return lines <= MOST_LINES || !outcome.refused() ? outcome : TrialOutcome.served(lines + " lines of the log");
  }

  private TrialOutcome certificates(String site) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Files.createTempDirectory(bed.directory(), "certs").resolve("deep/down"));
    Path topology = Files.writeString(folder.resolve("wan.yaml"), "name: evil\nsites: [{id: '" + site
        + "', subnets: [127.83.1.0/24]}, {id: B, subnets: [127.83.2.0/24]}]\nlinks: [{between: ['" + site
        + "', B], capacity: 1 Mbps, latency: 1 ms}]\n");
    ProcessBed.Ended ended = bed.run(Map.of(), "certs", "--topology", topology.toString(), "--out", folder.resolve("out").toString());
    try (Stream<Path> files = Files.walk(folder.getParent().getParent())) {
      Path sites = folder.resolve("out").resolve("sites");
      boolean outside = files.anyMatch(file -> file.toString().endsWith(".pem") && !file.startsWith(sites));
      return ended.exitCode() == 0 || outside ? TrialOutcome.served(ended.output()) : TrialOutcome.refused(ended.output().strip());
    }
  }

  /** Waits for a stream's end. */
  private record Refusal(CountDownLatch over) implements StreamObserver<ControllerMessage> {
    @Override
    public void onNext(ControllerMessage message) {
      // a refusal has no messages
    }

    @Override
    public void onError(Throwable error) {
      over.countDown();
    }

    @Override
    public void onCompleted() {
      over.countDown();
    }
  }
}
