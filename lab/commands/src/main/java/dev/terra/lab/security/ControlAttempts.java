package dev.terra.lab.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.version.ProtocolVersions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Attempts at the controller by a site whose agent was taken over: C, with its valid certificate and its own session,
 * reports what is not its own, and takes the room of others.
 */
final class ControlAttempts {
  private static final String PORT = "controller port (7100), C's";
  private static final int PATIENCE_SECONDS = 10;
  private static final int SHUFFLES = 6_000;
  /** The limits of the controller for each site. */
  private static final int MOST_SHUFFLES = 2_500;
  private static final int STREAMS = 300;

  private final SecurityBed bed;

  ControlAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "end a job: of which C has told nothing", this::endJob),
        new Attempt(PORT, "fill: " + SHUFFLES + " shuffles that nobody has", this::fill),
        new Attempt(PORT, "take: " + STREAMS + " streams that say nothing", this::streams));
  }

  /** Returns C's session, which C reports to its neighbours. */
  private long session() throws IOException {
    try (Socket socket = HostileClient.connect(SecurityBed.agentIp("A"), bed.tunnels("C"),
        Optional.of(Papers.context(Optional.of(bed.papers().of(PeerIdentity.site("A"))))))) {
      return HostileLine.greet(socket, TunnelHello.newBuilder().setProtocolVersion(HostileLine.VERSION).addPath("A").addPath("C").setHop(1)
          .setAgent("A-gw").setSession(1).build()).getSession();
    }
  }

  private ManagedChannel channel(String site) throws IOException {
    return NettyChannelBuilder.forAddress(bed.controllerAddress(), bed.papers().channel(bed.papers().of(PeerIdentity.site(site)))).build();
  }

  /** Sends reports in C's place, until the agent itself comes back. */
  private void speak(Iterable<AgentReport> reports) throws IOException, InterruptedException {
    ManagedChannel channel = channel("C");
    Answers answers = new Answers();
    try {
      StreamObserver<AgentReport> stream = ControllerGrpc.newStub(channel).attach(answers);
      stream.onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(ProtocolVersions.CONTROL.newest())
          .setSite("C").setAgent("C-gw").setSession(session())).build());
      if (!answers.welcomed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("C was not welcomed, so nothing was tried");
      }
      reports.forEach(stream::onNext);
      TimeUnit.SECONDS.sleep(2);
    } finally {
      channel.shutdownNow();
    }
  }

  private TrialOutcome endJob() throws IOException, InterruptedException {
    speak(List.of(AgentReport.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(BedNode.JOB)).build()));
    return served(45);
  }

  private TrialOutcome served(int partition) throws IOException {
    return new HonestReader(bed).read(partition, 1).bytes() == BedNode.PART_BYTES ? TrialOutcome.refused("the job is still served")
        : TrialOutcome.served("the job is over");
  }

  private TrialOutcome fill() throws IOException, InterruptedException {
    List<AgentReport> reports = IntStream.range(0, SHUFFLES).mapToObj(number -> AgentReport.newBuilder()
        .setShuffle(ShuffleReport.newBuilder().setShuffle("made-up-" + number).addBytesByReducer(1)).build()).toList();
    speak(reports);
    int known = shuffles();
    return known > MOST_SHUFFLES + 1 ? TrialOutcome.served(known + " shuffles are known")
        : new TrialOutcome(served(46).refused(), "refused: " + known + " shuffles are known, and the job is still served");
  }

  private int shuffles() throws IOException {
    try (Socket socket = HostileClient.connect("127.0.0.1", bed.http(), Optional.of(Papers.context(
        Optional.of(bed.papers().of(PeerIdentity.admin("x"))))))) {
      HostileClient.Answer answer = HostileClient.ask(socket, "GET /api/v1/shuffles?limit=1 HTTP/1.1", new byte[0]);
      return new ObjectMapper().readTree(answer.body()).path("total").asInt();
    }
  }

  private TrialOutcome streams() throws IOException, InterruptedException {
    ManagedChannel many = channel("C");
    ManagedChannel other = channel("A");
    try {
      for (int i = 0; i < STREAMS; i++) {
        ControllerGrpc.newStub(many).attach(new Answers());
      }
      Answers answers = new Answers();
      ControllerGrpc.newStub(other).attach(answers).onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
          .setProtocolVersion(ProtocolVersions.CONTROL.newest()).setSite("A").setAgent("A-other").setSession(1)).build());
      boolean heard = answers.ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS) && answers.refusal.contains("site A has the agent ");
      return heard ? TrialOutcome.refused("another site's agent is still heard")
          : TrialOutcome.served("another site's agent hears: " + answers.refusal);
    } finally {
      many.shutdownNow();
      other.shutdownNow();
    }
  }

  /** The controller's answers on a stream. */
  private static final class Answers implements StreamObserver<ControllerMessage> {
    private final CountDownLatch welcomed = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String refusal = "nothing";

    @Override
    public void onNext(ControllerMessage message) {
      if (message.hasWelcome()) {
        welcomed.countDown();
      }
    }

    @Override
    public void onError(Throwable error) {
      refusal = String.valueOf(error.getMessage());
      ended.countDown();
    }

    @Override
    public void onCompleted() {
      ended.countDown();
    }
  }
}
