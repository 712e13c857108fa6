package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.client.StatusClient;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a controller over real gRPC, with fake agents that only send and receive messages. */
class ControllerServerTest {
  private static final String TOPOLOGY = """
      name: triangle
      sites: [{id: A}, {id: B}, {id: C}]
      links:
        - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
        - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
        - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
      """;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final List<FakeAgent> agents = new ArrayList<>();
  private ControllerConfig config;
  private ControllerServer server;

  /** An agent that sends the messages of the test, and keeps all messages that it receives. */
  private static final class FakeAgent implements StreamObserver<ControllerMessage>, AutoCloseable {
    private final ManagedChannel channel;
    private final StreamObserver<AgentReport> reports;
    private final BlockingQueue<ControllerMessage> heard = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final Map<String, BundleRates> rates = new LinkedHashMap<>();
    /** The bytes on the wire of each message that has arrived uncompressed. {@code compressed} holds those of the compressed messages. */
    private final Queue<Long> plain = new ConcurrentLinkedQueue<>();
    private final Queue<Long> compressed = new ConcurrentLinkedQueue<>();

    FakeAgent(int port, String site, long session) {
      channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      reports = ControllerGrpc.newStub(channel).withInterceptors(new Sizes()).attach(this);
      say(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
          .setProtocolVersion(2).setSite(site).setAgent(site + "-gw").setSession(session)));
    }

    /** Records the size of each message on the wire. */
    private final class Sizes implements ClientInterceptor {
      @Override
      public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return next.newCall(method, options.withStreamTracerFactory(new ClientStreamTracer.Factory() {
          @Override
          public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
            return new ClientStreamTracer() {
              @Override
              public void inboundMessageRead(int number, long wireBytes, long uncompressedBytes) {
                (uncompressedBytes < 0 ? compressed : plain).add(wireBytes);
              }
            };
          }
        }));
      }
    }

    void say(AgentReport.Builder report) {
      reports.onNext(report.build());
    }

    ControllerMessage await(Predicate<ControllerMessage> wanted) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (System.nanoTime() < deadline) {
        ControllerMessage command = heard.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (command != null && command.hasEpoch()) {
          command.getEpoch().getBundlesList().forEach(b -> rates.put(b.getShuffle() + ">" + b.getTo(), b));
        }
        if (command != null && wanted.test(command)) {
          return command;
        }
      }
      throw new AssertionError("nothing of the kind within 10 s");
    }

    double rate(String bundle) {
      return rates.containsKey(bundle)
          ? rates.get(bundle).getRatesList().stream().mapToDouble(RateOnPath::getBytesPerSecond).sum()
          : 0;
    }

    @Override
    public void onNext(ControllerMessage command) {
      heard.add(command);
    }

    @Override
    public void onError(Throwable error) {
      errors.add(error);
    }

    @Override
    public void onCompleted() {
      // the test ends streams itself
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }

  @BeforeEach
  void start() throws IOException {
    Path topology = Files.writeString(directory.resolve("triangle.yaml"), TOPOLOGY);
    config = new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    server = startOn(0, 1);
  }

  private ControllerServer startOn(int port, long session) throws IOException {
    return ControllerServer.start(
        Settings.of(config, session), new InetSocketAddress(InetAddress.getLoopbackAddress(), port), executor, System::nanoTime);
  }

  @AfterEach
  void stop() {
    agents.forEach(FakeAgent::close);
    server.close();
    executor.shutdownNow();
  }

  private FakeAgent agent(String site, long session) {
    FakeAgent agent = new FakeAgent(server.port(), site, session);
    agents.add(agent);
    return agent;
  }

  private static AgentReport.Builder shuffle(String id, long... bytes) {
    ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id);
    for (long reducer : bytes) {
      report.addBytesByReducer(reducer);
    }
    return AgentReport.newBuilder().setShuffle(report);
  }

  private static AgentReport.Builder placement(String id, int reducer, String site) {
    return AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle(id).putSiteByReducer(reducer, site));
  }

  @Test
  void schedulesOverSeveralPathsAndRebuildsAfterARestart() throws Exception {
    FakeAgent a = agent("A", 1);
    agent("B", 2).await(ControllerMessage::hasWelcome);
    agent("C", 3).await(ControllerMessage::hasWelcome);
    a.say(shuffle("job_1", 50_000_000));
    a.say(placement("job_1", 0, "B"));
    a.await(c -> c.hasEpoch() && c.getEpoch().getBundlesCount() > 0);
    double both = 2 * 10e6;
    assertThat(a.rate("job_1>B")).as("both paths in use").isBetween(0.999 * both, both);
    int port = server.port();
    server.close();
    server = startOn(port, 2);
    FakeAgent again = agent("A", 1);
    agent("B", 2);
    agent("C", 3);
    assertThat(again.await(ControllerMessage::hasWelcome).getWelcome().getSession()).isEqualTo(2);
    again.say(shuffle("job_1", 50_000_000));
    again.say(placement("job_1", 0, "B"));
    again.say(AgentReport.newBuilder().setProgress(
        BundleProgress.newBuilder().setShuffle("job_1").setTo("B").setAcknowledgedBytes(10_000_000)));
    again.await(c -> c.hasEpoch() && again.rate("job_1>B") > 0);
    again.say(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()));
    again.await(ControllerMessage::hasAlive);
    Status status = status();
    for (int i = 0; i < 100 && status.getShuffles(0).getGammaSeconds() > 2.1; i++) { // the first round may precede the progress
      TimeUnit.MILLISECONDS.sleep(100);
      status = status();
    }
    assertThat(status.getShuffles(0).getBundles(0).getAcknowledgedBytes()).isEqualTo(10_000_000);
    assertThat(status.getShuffles(0).getGammaSeconds()).isBetween(2.0, 2.1);
    assertThat(status.getEventsList()).extracting(event -> event.getWhat()).contains("controller-started", "agent-joined");
    assertThat(status.getOutstandingSeconds()).isPositive();
  }

  @Test
  void largeMessagesComeCompressedAndSmallOnesAsTheyAre() throws Exception {
    FakeAgent a = agent("A", 1);
    FakeAgent b = agent("B", 2);
    b.await(ControllerMessage::hasWelcome);
    PlacementReport.Builder places = PlacementReport.newBuilder().setShuffle("job_1");
    for (int reducer = 0; reducer < 500; reducer++) {
      places.putSiteByReducer(reducer, "C");
    }
    a.say(shuffle("job_1", new long[500]));
    b.say(AgentReport.newBuilder().setPlacement(places));
    ControllerMessage heard = a.await(ControllerMessage::hasPlacement);
    assertThat(heard.getPlacement().getSiteByReducerMap()).hasSize(500);
    assertThat(a.compressed).anyMatch(bytes -> bytes > 300 && bytes < heard.getSerializedSize());
    a.await(ControllerMessage::hasAlive);
    assertThat(a.plain).isNotEmpty().allMatch(bytes -> bytes <= 300);
  }

  @Test
  void aStreamThatEndsIsAnAgentLost() throws Exception {
    FakeAgent a = agent("A", 1);
    FakeAgent b = agent("B", 2);
    b.await(ControllerMessage::hasWelcome);
    a.say(shuffle("job_1", 50_000_000));
    a.say(placement("job_1", 0, "B"));
    a.await(c -> c.hasEpoch() && c.getEpoch().getBundlesCount() > 0);
    b.close();
    a.await(c -> c.hasEpoch() && c.getEpoch().getRemovedCount() > 0);
    a.say(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()));
    a.await(ControllerMessage::hasAlive);
    assertThat(status().getEventsList()).anyMatch(e -> e.getWhat().equals("agent-lost") && e.getTarget().equals("B"));
  }

  @Test
  void refusesAWrongSiteWithAReason() throws Exception {
    FakeAgent z = agent("Z", 1);
    assertThat(z.errors.poll(10, TimeUnit.SECONDS)).hasMessageContaining("no site Z");
  }

  @Test
  void saysThatItBelievesEverybody() {
    assertThat(status().getInsecure()).isTrue();
  }

  private Status status() {
    try (StatusClient client = new StatusClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))) {
      return client.status(StatusRequest.getDefaultInstance(), Duration.ofSeconds(5));
    }
  }
}
