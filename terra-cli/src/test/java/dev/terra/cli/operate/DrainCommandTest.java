package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import dev.terra.cli.Terra;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.rest.RestServer;
import dev.terra.rest.RestSettings;
import dev.terra.rest.read.RunningController;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code drain --wait} as it is typed, against a real controller with agents that only speak. */
class DrainCommandTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final Map<String, StreamObserver<AgentReport>> agents = new LinkedHashMap<>();
  private ControllerServer server;
  private RestServer rest;
  private Path token;

  /** What came of a command. */
  private record Outcome(int exitCode, String out, String err) {}

  @BeforeEach
  void start() throws IOException {
    token = Files.writeString(directory.resolve("token"), "admin ops " + TOKEN + "\n");
    ControllerSettings settings =
        Settings.of(new ControllerConfig("../topologies/triangle.yaml", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), 1);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = ControllerServer.start(settings, any, executor, System::nanoTime);
    rest = RestServer.start(new RestSettings(any, Optional.of(token), false, Optional.empty(), ImmutableSet.of(), Optional.empty()),
        new RestServer.Parts(new RunningController(server, settings, "terra-plus", Instant.now()), follower -> List.of(), () -> ""));
    for (String site : List.of("A", "B", "C")) {
      agents.put(site, agent(site));
    }
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    rest.close();
    server.close();
    executor.shutdownNow();
  }

  private StreamObserver<AgentReport> agent(String site) {
    ManagedChannel channel = ManagedChannelBuilder.forTarget("127.0.0.1:" + server.port()).usePlaintext().build();
    channels.add(channel);
    StreamObserver<AgentReport> reports = ControllerGrpc.newStub(channel).attach(new Deaf());
    reports.onNext(AgentReport.newBuilder().setHello(
        AgentHello.newBuilder().setProtocolVersion(2).setSite(site).setAgent(site + "-gw").setSession(1)).build());
    return reports;
  }

  /** Does not care what it is told. */
  private static final class Deaf implements StreamObserver<ControllerMessage> {
    @Override
    public void onNext(ControllerMessage message) {
      // it says only what the test has it say
    }

    @Override
    public void onError(Throwable error) {
      // the channel is closed at the end of the test
    }

    @Override
    public void onCompleted() {
      // the channel is closed at the end of the test
    }
  }

  private void produced() {
    say("A", AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle("job").addBytesByReducer(1_000_000_000)));
    say("B", AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle("job").putSiteByReducer(0, "B")));
  }

  private void say(String site, AgentReport.Builder report) {
    agents.get(site).onNext(report.build());
  }

  private void requested(long bytes) {
    say("A", AgentReport.newBuilder().setProgress(
        BundleProgress.newBuilder().setShuffle("job").setTo("B").setRequestedOutstandingBytes(bytes)));
  }

  private void fetches(String site, int count) {
    say(site, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setFetches(count)));
  }

  private Outcome drain(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> all = new ArrayList<>(List.of("drain"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--controller", rest.url(), "--token-file", token.toString()));
    CommandLine command = Terra.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Outcome(command.execute(all.toArray(String[]::new)), out.toString(), err.toString());
  }

  @Test
  void anAgentMayStopWhenItServesNothingAndNoReaderWaits() {
    produced();
    requested(500);
    fetches("B", 2);
    Outcome waits = drain("agent", "B", "--wait", "--wait-seconds", "1");
    assertThat(waits.exitCode()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(waits.err()).contains("not safe to stop after 1 s: it serves 2 fetches, readers wait for 500 bytes");

    var later = executor.schedule(() -> {
      requested(0);
      fetches("B", 0);
    }, 300, TimeUnit.MILLISECONDS);
    Outcome done = drain("agent", "B", "--wait");
    assertThat(later.isDone()).isTrue();
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).contains("drain-agent B", "it is safe to stop");
    assertThat(drain("agent", "B", "--undo").out()).contains("restore-agent B: done");
  }

  @Test
  void aLinkMayStopWhenNothingGoesOverIt() {
    produced();
    say("A", tunnel(800, "A", "B"));
    Outcome waits = drain("link", "A::B", "--wait", "--wait-seconds", "1");
    assertThat(waits.exitCode()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(waits.err()).contains("1 tunnels carry bytes over it, such as A:B");
    say("A", tunnel(0, "A", "B"));
    assertThat(drain("link", "A::B", "--wait").exitCode()).isZero();
  }

  private static AgentReport.Builder tunnel(double bytesPerSecond, String... path) {
    return AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder().setUp(true).setBytesPerSecond(bytesPerSecond)
        .setPath(WanPath.newBuilder().addAllSites(List.of(path))));
  }
}
