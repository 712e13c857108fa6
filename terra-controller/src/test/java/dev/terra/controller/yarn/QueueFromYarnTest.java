package dev.terra.controller.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a controller that starts from its configuration file, an agent, and a ResourceManager over HTTP. */
@Timeout(60)
class QueueFromYarnTest {
  private static final String JOB = "job_17_0001";

  @TempDir private Path folder;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private FakeResourceManager yarn;
  private ControllerServer server;
  private ManagedChannel channel;
  private StreamObserver<AgentReport> agent;

  @BeforeEach
  void start() throws IOException {
    yarn = new FakeResourceManager();
    Files.writeString(folder.resolve("two.yaml"), """
        name: two
        sites: [{id: A}, {id: B}]
        links: [{between: [A, B], capacity: 80 Mbps, latency: 1 ms}]
        """);
    Path file = Files.writeString(folder.resolve("controller.yaml"), """
        topology: two.yaml
        listen: 127.0.0.1:0
        queues: {urgent: {priority: 3}}
        resourceManager: {webappAddresses: ['ADDRESS']}
        """.replace("ADDRESS", yarn.address()));
    server = ControllerServer.start(Settings.of(ControllerConfig.load(file), 1),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), executor, System::nanoTime);
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    agent = ControllerGrpc.newStub(channel).attach(new Deaf());
    say(AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(2).setSite("A").setAgent("a").setSession(1)));
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.close();
    yarn.close();
    executor.shutdownNow();
  }

  private static final class Deaf implements StreamObserver<ControllerMessage> {
    @Override
    public void onNext(ControllerMessage message) {
      // the test reads the controller's views instead
    }

    @Override
    public void onError(Throwable error) {
      // the test ends the stream itself
    }

    @Override
    public void onCompleted() {
      // the test ends the stream itself
    }
  }

  private void say(AgentReport.Builder report) {
    agent.onNext(report.build());
  }

  private void shuffle() {
    say(AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle(JOB).addBytesByReducer(1_000_000)));
    say(AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(JOB).setOrder(ReadersOrder.IN_TURN)
        .setQueue("urgent").setUser("eve")));
  }

  private ShuffleFigures await(Predicate<ShuffleFigures> wanted) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      ShuffleFigures figures = server.views().current().running().get(new ShuffleId(JOB));
      if (figures != null && wanted.test(figures)) {
        return figures;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError("not within 30 s: " + server.views().current().running());
  }

  @Test
  void aFalseQueueGetsNoPriority() throws InterruptedException {
    yarn.place("application_17_0001", "root.adhoc");
    shuffle();
    ShuffleFigures figures = await(ShuffleFigures::isQueueConfirmed);
    assertThat(figures.queue()).hasValue("root.adhoc");
    assertThat(figures.owner().user()).isEqualTo("ann");
    assertThat(await(shuffle -> shuffle.descriptor().owner().queue().equals("urgent")).terms().priority()).isZero();
  }

  @Test
  void theQueueCountsOnceAResourceManagerThatWasAwayConfirmsIt() throws InterruptedException {
    yarn.place("application_17_0001", "urgent");
    yarn.behave(exchange -> FakeResourceManager.say(exchange, 500, "no"));
    shuffle();
    ShuffleFigures claimed = await(shuffle -> shuffle.queue().isPresent() && !yarn.requests().isEmpty());
    assertThat(claimed.terms().priority()).isZero();
    yarn.recover();
    assertThat(await(shuffle -> shuffle.terms().priority() == 3).isQueueConfirmed()).isTrue();
    assertThat(server.views().current().events().after(0)).extracting(event -> event.kind().id())
        .contains("resource-manager-problem", "resource-manager-answers");
  }
}
