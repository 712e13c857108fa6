package dev.terra.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.cli.ControllerCommand;
import dev.terra.config.ConfigException;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerPort;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the output of the commands that query a running controller, and of their errors if none runs. */
class StatusCommandsTest {
  private static final long PATIENCE_SECONDS = 10;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private ControllerServer server;
  private String controller;

  /** An agent's side of its stream to the controller. */
  private record AgentEnd(StreamObserver<AgentReport> reports, BlockingQueue<ControllerMessage> heard) {
    void say(AgentReport.Builder report) {
      reports.onNext(report.build());
    }

    void await(Predicate<ControllerMessage> wanted) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      ControllerMessage command;
      do {
        command = heard.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        assertThat(command).as("of the kind that is waited for, within %d s", PATIENCE_SECONDS).isNotNull();
      } while (!wanted.test(command));
    }
  }

  @BeforeEach
  void start() throws IOException {
    Path topology = Files.writeString(directory.resolve("triangle.yaml"), """
        name: triangle
        sites: [{id: A}, {id: B}, {id: C}]
        links:
          - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
          - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
          - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
        """);
    ControllerConfig config = new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    server = ControllerServer.start(Settings.of(config, 1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), executor,
        System::nanoTime);
    controller = "127.0.0.1:" + server.port();
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
    executor.shutdownNow();
  }

  private AgentEnd agent(String site, long session) {
    ManagedChannel channel = ManagedChannelBuilder.forTarget(controller).usePlaintext().build();
    channels.add(channel);
    BlockingQueue<ControllerMessage> heard = new LinkedBlockingQueue<>();
    AgentEnd agent = new AgentEnd(ControllerGrpc.newStub(channel).attach(new StreamObserver<>() {
      @Override
      public void onNext(ControllerMessage command) {
        heard.add(command);
      }

      @Override
      public void onError(Throwable error) {
        // the channel is closed at the end of the test
      }

      @Override
      public void onCompleted() {
        // the controller does not end streams here
      }
    }), heard);
    agent.say(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
        .setProtocolVersion(2).setSite(site).setAgent(site + "-gw").setSession(session)));
    return agent;
  }

  @Test
  void ofSeveralControllersTheOneThatLeadsAnswers() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    try (ControllerPort standby = ControllerPort.open(new ControllerPort.Listening(any, Optional.empty(), 3), thread, System::nanoTime)) {
      String several = "127.0.0.1:1, 127.0.0.1:" + standby.port() + "," + controller;
      assertThat(run(new StatusCommand(), "--controller", several)).contains("triangle: epoch");
      assertThat(run(new NetworkStatusCommand(), "--controller", several)).contains("network overlay");
      StringWriter err = new StringWriter();
      assertThat(new CommandLine(new NetworkStatusCommand()).setErr(new PrintWriter(err, true))
          .execute("--controller", "127.0.0.1:" + standby.port())).isEqualTo(1);
      assertThat(err.toString()).contains("this controller stands by");
    } finally {
      thread.shutdownNow();
    }
  }

  private static void sayShuffle(AgentEnd agent) {
    agent.say(AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle("job_1").addBytesByReducer(50_000_000)));
    agent.say(AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle("job_1").putSiteByReducer(0, "B")));
  }

  private static String run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    assertThat(new CommandLine(command).setOut(new PrintWriter(out, true)).execute(arguments)).isZero();
    return out.toString();
  }

  @Test
  void theStatusCommandPrintsTextAndJson() throws Exception {
    AgentEnd a = agent("A", 1);
    sayShuffle(a);
    a.await(ControllerMessage::hasAlive);
    assertThat(run(new StatusCommand(), "--controller", controller)).contains("triangle: epoch", "A-gw: live", "INSECURE");
    assertThat(run(new StatusCommand(), "--controller", controller, "--json")).startsWith("{")
        .contains("\"wan\":\"triangle\"", "\"insecure\":true");
  }

  @Test
  void theShufflesCommandPrintsTheMatrixAndExportsATrace() throws Exception {
    AgentEnd a = agent("A", 1);
    agent("B", 2).await(ControllerMessage::hasWelcome);
    agent("C", 3).await(ControllerMessage::hasWelcome);
    sayShuffle(a);
    a.say(AgentReport.newBuilder().setProgress(
        BundleProgress.newBuilder().setShuffle("job_1").setTo("B").setAcknowledgedBytes(10_000_000).setWithdrawnBytes(1_000_000)
            .setSavedBytes(7_000_000).setCompressMicros(250_000)));
    a.await(StatusCommandsTest::givesRates);
    Path trace = directory.resolve("trace.json");
    assertThat(run(new ShufflesCommand(), "--controller", controller, "--export", trace.toString()))
        .contains("job_1: running", "A:B", "sending", "39.0 MB",
            "compression: 10.0 MB sent as 3.0 MB on links, 0.25 s to compress, 0.00 s to restore");
    assertThat(run(new ShufflesCommand(), "--controller", controller, "--json")).startsWith("{").contains(
        "\"producedBytes\":50000000,\"sameSiteBytes\":0,\"unplacedBytes\":0",
        "\"bytes\":50000000,\"expectedBytes\":50000000,\"sentBytes\":10000000,\"otherwiseBytes\":1000000,"
            + "\"leftBytes\":39000000,\"wireBytes\":3000000");
    assertThat(trace).content().contains("\"terra-trace\"", "\"job_1\"", "\"bytes\" : 49000000");
  }

  private static boolean givesRates(ControllerMessage command) {
    return command.getEpoch().getBundlesList().stream().map(BundleRates::getRatesList).anyMatch(rates -> !rates.isEmpty());
  }

  @Test
  void commandsFailWithOneLine() throws Exception {
    StringWriter err = new StringWriter();
    CommandLine status = new CommandLine(new StatusCommand()).setErr(new PrintWriter(err, true));
    assertThat(status.execute("--controller", "nonsense")).isEqualTo(1);
    Path file = Files.writeString(directory.resolve("c.yaml"), "topology: triangle.yaml\nlisten: " + controller + "\n");
    CommandLine second = new CommandLine(new ControllerCommand()).setErr(new PrintWriter(err, true));
    assertThat(second.execute("--config", file.toString())).isEqualTo(1);
    assertThat(second.execute("--config", directory.resolve("none").toString())).isEqualTo(ConfigException.EXIT_CODE);
    assertThat(err.toString().lines()).hasSize(3).anyMatch(line -> line.contains("cannot listen"));
  }
}
