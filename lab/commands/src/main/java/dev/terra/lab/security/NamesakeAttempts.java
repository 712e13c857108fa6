package dev.terra.lab.security;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.version.ProtocolVersions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Attempts to take the place of a running agent, by a second process of its name and by hellos alone. */
final class NamesakeAttempts {
  private static final String PORT = "controller port (7100)";
  private static final String SITE = "A";
  private static final String OTHER_IP = "127.82.1.201";
  /** The time for which joins are counted. Two agents that displace each other do so ten times a second. */
  private static final long WATCHED_SECONDS = 8;
  private static final int HELLOS = 200;

  private final ProcessBed bed;
  private final HttpReader http;

  NamesakeAttempts(ProcessBed bed) {
    this.bed = bed;
    this.http = new HttpReader(bed.http());
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "throw out: a second process of a live agent's name", () -> second("A-1")),
        new Attempt(PORT, "throw out: a second process of the same site", () -> second("A-2")),
        new Attempt(PORT, "throw out: " + HELLOS + " hellos of a live agent's name", () -> hellos("A-1")),
        new Attempt(PORT, "throw out: " + HELLOS + " hellos of other names of its site", () -> hellos("A-other")));
  }

  private int joins() throws IOException, InterruptedException {
    int joins = 0;
    for (JsonNode event : http.json("/api/v1/events?limit=1000").path("items")) {
      joins += event.path("kind").asText().equals("agent-joined") && event.path("target").asText().equals(SITE) ? 1 : 0;
    }
    if (joins == 0) {
      throw new IllegalStateException("the controller's events do not say that the agent of " + SITE + " has joined");
    }
    return joins;
  }

  private TrialOutcome second(String name) throws IOException, InterruptedException {
    int before = joins();
    bed.startAgent(name, SITE, OTHER_IP);
    TimeUnit.SECONDS.sleep(WATCHED_SECONDS);
    TrialOutcome outcome = outcome(before);
    bed.kill("agent-" + name + "-" + OTHER_IP);
    return outcome;
  }

  private TrialOutcome hellos(String name) throws IOException, InterruptedException {
    int before = joins();
    AtomicInteger welcomed = new AtomicInteger();
    ManagedChannel channel = NettyChannelBuilder.forAddress(bed.controller().getHostString(), bed.controller().getPort())
        .usePlaintext().build();
    try {
      for (int session = 0; session < HELLOS; session++) {
        StreamObserver<AgentReport> reports = ControllerGrpc.newStub(channel).attach(new Answers(welcomed));
        reports.onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(ProtocolVersions.CONTROL.newest())
            .setSite(SITE).setAgent(name).setSession(1_000 + session)).build());
      }
      TimeUnit.SECONDS.sleep(2);
    } finally {
      channel.shutdownNow();
    }
    return welcomed.get() > 0 ? TrialOutcome.served(welcomed + " were welcomed") : outcome(before);
  }

  private TrialOutcome outcome(int before) throws IOException, InterruptedException {
    int more = joins() - before;
    if (more > 0 || !bed.carries()) {
      return TrialOutcome.served("agents of the site joined " + more + " times" + (bed.carries() ? "" : ", and it carries nothing"));
    }
    return TrialOutcome.refused("the agent that was there carries on");
  }

  /** The controller's answers on a stream. */
  private record Answers(AtomicInteger welcomed) implements StreamObserver<ControllerMessage> {
    @Override
    public void onNext(ControllerMessage message) {
      if (message.hasWelcome()) {
        welcomed.incrementAndGet();
      }
    }

    @Override
    public void onError(Throwable error) {
      // refused
    }

    @Override
    public void onCompleted() {
      // refused
    }
  }
}
