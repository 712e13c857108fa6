package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.client.ShuffleClient;
import dev.terra.api.client.ShuffleException;
import dev.terra.api.client.TransferMatrix;
import dev.terra.api.client.TransferMatrix.SeedSource;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferReport;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the job masters' library with a real controller over gRPC, and with fake agents that send the messages of the test. */
@Timeout(60)
class ShuffleClientTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String TOPOLOGY = """
      name: two
      sites: [{id: A}, {id: B}]
      links:
        - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
      """;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private ControllerConfig config;
  private ControllerServer server;

  /** An agent that keeps the parts of shuffles that it receives. */
  private static final class Agent implements StreamObserver<ControllerMessage>, AutoCloseable {
    private final ManagedChannel channel;
    private final StreamObserver<AgentReport> reports;
    private final BlockingQueue<SubmittedPart> parts = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    Agent(int port, String site) {
      channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      reports = ControllerGrpc.newStub(channel).attach(this);
      reports.onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
          .setProtocolVersion(2).setSite(site).setAgent(site).setSession(1)).build());
    }

    SubmittedPart part() throws InterruptedException {
      SubmittedPart part = parts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(part).isNotNull();
      return part;
    }

    void done(SubmittedPart part) {
      for (Transfer transfer : part.getIncomingList()) {
        reports.onNext(AgentReport.newBuilder().setTransfers(TransferReport.newBuilder().setShuffle(part.getShuffle())
            .setReceiver(transfer.getReceiver()).setChange(part.getReceiversMap().get(transfer.getReceiver()).getChange())
            .addDone(transfer.getNumber())).build());
      }
    }

    @Override
    public void onNext(ControllerMessage command) {
      if (command.hasSubmitted()) {
        parts.add(command.getSubmitted());
      } else if (command.hasEnded()) {
        ended.add(command.getEnded().getShuffle());
      }
    }

    @Override
    public void onError(Throwable error) {
      // the test ends controllers
    }

    @Override
    public void onCompleted() {
      // the test ends controllers
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }

  @BeforeEach
  void start() throws IOException {
    Path topology = Files.writeString(directory.resolve("two.yaml"), TOPOLOGY);
    config = new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    server = startOn(0, 1);
  }

  private ControllerServer startOn(int port, long session) throws IOException {
    return ControllerServer.start(
        Settings.of(config, session), new InetSocketAddress(InetAddress.getLoopbackAddress(), port), executor, System::nanoTime);
  }

  @AfterEach
  void stop() {
    server.close();
    executor.shutdownNow();
  }

  @Test
  void ofSeveralControllersTheOneThatLeadsIsFound() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    try (ControllerPort standby = ControllerPort.open(new ControllerPort.Listening(any, Optional.empty(), 2), thread, System::nanoTime);
        ShuffleClient client = ShuffleClient.open("127.0.0.1:" + standby.port() + ", 127.0.0.1:" + server.port(), PATIENCE)) {
      client.awaitConnected(PATIENCE);
    } finally {
      thread.shutdownNow();
    }
    try (ShuffleClient client = ShuffleClient.open("127.0.0.1:1,127.0.0.1:" + server.port(), PATIENCE)) {
      client.awaitConnected(PATIENCE);
    }
  }

  private ShuffleClient client() throws InterruptedException {
    ShuffleClient client = ShuffleClient.open("127.0.0.1:" + server.port(), PATIENCE);
    client.awaitConnected(PATIENCE);
    return client;
  }

  private static TransferMatrix.Builder matrix() {
    return TransferMatrix.builder().receiver(0, "B").transfer(0, "A", 0, 1_000, new SeedSource(1), null);
  }

  private static ShuffleResult get(CompletableFuture<ShuffleResult> future) throws Exception {
    return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void itIsDoneWhenTheReceiverSaysSo() throws Exception {
    try (Agent b = new Agent(server.port(), "B"); ShuffleClient client = client()) {
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s", matrix().build(), progress -> { });
      b.done(b.part());
      assertThat(get(result).getTotalBytes()).isEqualTo(1_000);
    }
  }

  @Test
  void itsTermsReachTheController() throws Exception {
    try (Agent a = new Agent(server.port(), "A"); Agent b = new Agent(server.port(), "B"); ShuffleClient client = client()) {
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s",
          matrix().weight(3).priority(2).deadline(Duration.ofSeconds(500)).timeout(Duration.ofSeconds(600)).build(), progress -> { });
      SubmittedPart part = b.part();
      ShuffleFigures shuffle = server.views().current().running().get(new ShuffleId("s"));
      assertThat(shuffle.terms().weight()).isEqualTo(3);
      assertThat(shuffle.terms().priority()).isEqualTo(2);
      assertThat(shuffle.terms().deadlineSeconds().getAsDouble()).isBetween(500.0, 500 + (double) PATIENCE.toSeconds());
      b.done(part);
      assertThat(get(result).getComplete()).isTrue();
      assertThat(a.part().getOutgoingCount()).isEqualTo(1);
    }
  }

  @Test
  void manyTransfersGoInSeveralMessages() throws Exception {
    TransferMatrix.Builder many = matrix();
    for (int i = 1; i < 12_345; i++) {
      many.transfer(i, "A", 0, 1, new SeedSource(i), null);
    }
    try (Agent b = new Agent(server.port(), "B"); ShuffleClient client = client()) {
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s", many.build(), progress -> { });
      int seen = 0;
      while (seen < 12_345) {
        SubmittedPart part = b.part();
        seen += part.getIncomingCount();
        b.done(part);
      }
      assertThat(get(result).getTotalBytes()).isEqualTo(13_344);
    }
  }

  @Test
  void updatesAndMovesReachTheAgents() throws Exception {
    try (Agent a = new Agent(server.port(), "A"); Agent b = new Agent(server.port(), "B"); ShuffleClient client = client()) {
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s", matrix().moreWillCome().build(), progress -> { });
      b.done(b.part());
      client.updateShuffle("s", TransferMatrix.builder()
          .transfer(1, "A", 0, 5, new SeedSource(2), null).build());
      assertThat(b.part().getIncoming(0).getNumber()).isEqualTo(1);
      client.setDestination("s", 0, "B");
      SubmittedPart again = b.part();
      while (again.getIncomingCount() == 0) {
        again = b.part();
      }
      assertThat(again.getReceiversMap().get(0).getChange()).isEqualTo(1);
      assertThat(again.getIncomingCount()).isEqualTo(2);
      b.done(again);
      assertThat(get(result).getTotalBytes()).isEqualTo(1_005);
      assertThat(a.part().getOutgoingCount()).isEqualTo(1);
    }
  }

  @Test
  void cancellingReachesTheAgents() throws Exception {
    try (Agent b = new Agent(server.port(), "B"); ShuffleClient client = client()) {
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s", matrix().build(), progress -> { });
      b.part();
      client.cancelShuffle("s");
      assertThatThrownBy(() -> get(result)).hasCauseInstanceOf(ShuffleException.class).hasMessageContaining("cancelled");
      assertThat(b.ended.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("s");
    }
  }

  @Test
  void aRefusalSaysWhy() throws Exception {
    try (ShuffleClient client = client()) {
      TransferMatrix nowhere = TransferMatrix.builder().receiver(0, "X")
          .transfer(0, "A", 0, 1, new SeedSource(1), null).build();
      assertThatThrownBy(() -> get(client.submitShuffle("s", nowhere, progress -> { }))).hasMessageContaining("no site X");
    }
  }

  @Test
  void itSurvivesARestartOfTheController() throws Exception {
    int port = server.port();
    try (ShuffleClient client = client()) {
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s", matrix().build(), progress -> { });
      server.close();
      server = startOn(port, 2);
      try (Agent b = new Agent(port, "B")) {
        b.done(b.part());
        assertThat(get(result).getComplete()).isTrue();
      }
    }
  }

  @Test
  void withoutAControllerItFailsInTime() {
    int port = server.port();
    server.close();
    try (ShuffleClient client = ShuffleClient.open("127.0.0.1:" + port, Duration.ofSeconds(1))) {
      assertThatThrownBy(() -> get(client.submitShuffle("s", matrix().build(), progress -> { })))
          .hasMessageContaining("no controller at 127.0.0.1:" + port);
    }
  }
}
