package dev.terra.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.TunnelCounts;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests with a controller and an agent with one tunnel, which answers probes or not. */
@Timeout(120)
class NetworkCommandTest {
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final WanPath PATH = WanPath.newBuilder().addAllSites(List.of("A", "B")).build();

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final CountDownLatch planned = new CountDownLatch(1);
  private ControllerServer server;
  private ManagedChannel channel;

  /** A fake agent, which reacts as an agent does. */
  private static final class Agent implements StreamObserver<ControllerMessage> {
    private final boolean answers;
    private final CountDownLatch planned;
    private StreamObserver<AgentReport> reports;
    private long answered;

    private Agent(boolean answers, CountDownLatch planned) {
      this.answers = answers;
      this.planned = planned;
    }

    @Override
    public void onNext(ControllerMessage message) {
      if (message.hasWelcome()) {
        reports.onNext(AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder().setPath(PATH).setUp(true)).build());
        planned.countDown();
      } else if (message.getProbe().getFrames() > 0) {
        answered += answers ? message.getProbe().getFrames() : 0;
      } else if (message.hasProbe()) {
        reports.onNext(AgentReport.newBuilder().setProbe(ProbeReport.newBuilder().setNumber(message.getProbe().getNumber())
            .addTunnels(TunnelCounts.newBuilder().setPath(PATH).setAnswered(answered))).build());
      } else if (message.hasAlive()) {
        reports.onNext(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()).build());
      }
    }

    @Override
    public void onError(Throwable error) {
      // the channel is closed at the end of the test
    }

    @Override
    public void onCompleted() {
      // the controller does not end streams here
    }
  }

  @BeforeEach
  void start() throws IOException {
    Path topology = Files.writeString(directory.resolve("pair.yaml"), """
        name: pair
        sites: [{id: A}, {id: B}]
        links:
          - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
        """);
    ControllerConfig config = new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    server = ControllerServer.start(Settings.of(config, 1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), executor,
        System::nanoTime);
    channel = ManagedChannelBuilder.forTarget("127.0.0.1:" + server.port()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.close();
    executor.shutdownNow();
  }

  private void attach(boolean answers) throws InterruptedException {
    Agent agent = new Agent(answers, planned);
    agent.reports = ControllerGrpc.newStub(channel).attach(agent);
    agent.reports.onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
        .setProtocolVersion(2).setSite("A").setAgent("A-gw").setSession(1)).build());
    assertThat(planned.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private record Ran(int code, String out) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(out);
    }
  }

  private Ran run(String... arguments) {
    StringWriter out = new StringWriter();
    int code = new CommandLine(new NetworkCommand()).setOut(new PrintWriter(out, true)).execute(arguments);
    return new Ran(code, out.toString());
  }

  private String controller() {
    return "127.0.0.1:" + server.port();
  }

  /** Returns the status once it lists tunnels. The controller shows agents' reports some time after they have arrived. */
  private JsonNode statusWithTunnels() throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    JsonNode json = run("status", "--json", "--controller", controller()).json();
    while (json.path("tunnels").isEmpty() && System.nanoTime() < end) {
      json = run("status", "--json", "--controller", controller()).json();
    }
    return json;
  }

  @Test
  void statusListsTunnelsWithoutSayingThatTheyAreVerified() throws Exception {
    attach(true);

    JsonNode json = statusWithTunnels();

    assertThat(json.path("mode").asText()).isEqualTo("overlay");
    assertThat(json.path("switches")).isEmpty();
    assertThat(json.path("tunnels")).singleElement().satisfies(tunnel -> {
      assertThat(tunnel.path("id").asText()).isEqualTo("A:B");
      assertThat(tunnel.path("verified").isNull()).isTrue();
      assertThat(tunnel.path("up").asBoolean()).isTrue();
    });
    assertThat(run("status", "--controller", controller()).out()).contains("network overlay: 1 of 1 tunnels up");
  }

  @Test
  void verifyProbesEachTunnel() throws Exception {
    attach(true);

    Ran ran = run("verify", "--json", "--controller", controller());

    assertThat(ran.code()).isZero();
    assertThat(ran.json().path("tunnels").path(0).path("verified").asBoolean()).isTrue();
  }

  @Test
  void verifyFailsWhereProbesAreNotAnswered() throws Exception {
    attach(false);

    Ran ran = run("verify", "--controller", controller());

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("NOT VERIFIED").contains("0 of 20 probes were answered");
  }
}
