package dev.terra.cli.operate;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.cli.Terra;
import dev.terra.cli.status.StatusEndpoint;
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
import picocli.CommandLine;

/** A real controller over HTTP with fake agents of sites A, B and C, which only send reports. It also runs command lines. */
final class SpeakingSites implements AutoCloseable {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final Map<String, StreamObserver<AgentReport>> agents = new LinkedHashMap<>();
  private final ControllerServer server;
  private final RestServer rest;
  private final Path token;

  /** The outcome of a command. */
  record Outcome(int exitCode, String out, String err) {}

  SpeakingSites(Path directory) throws IOException {
    token = Files.writeString(directory.resolve("token"), "admin ops " + TOKEN + "\n");
    ControllerSettings settings =
        Settings.of(new ControllerConfig("../topologies/triangle.yaml", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), 1);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = ControllerServer.start(settings, any, executor, System::nanoTime);
    rest = RestServer.start(new RestSettings(any, Optional.of(token), false, Optional.empty(), ImmutableSet.of(), Optional.empty()),
        new RestServer.Parts(new RunningController(server, settings, "terra-plus", Instant.now()),
            follower -> List.of(new StatusEndpoint(follower)), () -> ""));
    for (String site : List.of("A", "B", "C")) {
      agents.put(site, agent(site));
    }
  }

  private StreamObserver<AgentReport> agent(String site) {
    ManagedChannel channel = ManagedChannelBuilder.forTarget("127.0.0.1:" + server.port()).usePlaintext().build();
    channels.add(channel);
    StreamObserver<AgentReport> reports = ControllerGrpc.newStub(channel).attach(new Deaf());
    reports.onNext(AgentReport.newBuilder().setHello(
        AgentHello.newBuilder().setProtocolVersion(2).setSite(site).setAgent(site + "-gw").setSession(1)).build());
    return reports;
  }

  /** An observer that ignores all messages of the controller. */
  private static final class Deaf implements StreamObserver<ControllerMessage> {
    @Override
    public void onNext(ControllerMessage message) {
      // these agents react to no message
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

  /** Sends a report of a site's agent. */
  void say(String site, AgentReport.Builder report) {
    agents.get(site).onNext(report.build());
  }

  /** Reports that a job has bytes at A for a reader at B. */
  void produced(String job, long bytes) {
    say("A", AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle(job).addBytesByReducer(bytes)));
    say("B", AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle(job).putSiteByReducer(0, "B")));
  }

  /** Runs a command with the controller's address and an operator's token. */
  Outcome run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--controller", rest.url(), "--token-file", token.toString()));
    return bare(all.toArray(String[]::new));
  }

  /** Runs a command without further arguments. */
  static Outcome bare(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Terra.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Outcome(command.execute(words), out.toString(), err.toString());
  }

  /** Returns the URL at which the controller answers over HTTP. */
  String url() {
    return rest.url();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    rest.close();
    server.close();
    executor.shutdownNow();
  }
}
