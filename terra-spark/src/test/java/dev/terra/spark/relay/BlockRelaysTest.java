package dev.terra.spark.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.residency.Residency;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.fetch.FetchServices;
import dev.terra.node.fetch.Patience;
import dev.terra.node.site.StockGate;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.TestLinks;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullReply.Kind;
import dev.terra.spark.pull.PullRequest;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of requests of several applications' executors to one service, whose agent is silent. */
@Timeout(60)
class BlockRelaysTest {
  private static final int PART = BlockRelays.MAX_RELAYS / 4 * 3;

  private final NioEventLoopGroup thread = new NioEventLoopGroup(1);
  private final Map<String, String> queues = new HashMap<>();
  private final List<Runnable> lookUps = new ArrayList<>();
  private ServerSocket silent;
  private FakeAgent agent;
  private TestLinks links;
  private BlockRelays relays;

  @BeforeEach
  void start() throws IOException {
    silent = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    agent = new FakeAgent("B", silent.getLocalPort());
    links = new TestLinks(agent).start();
    FetchServices fetches = new FetchServices(links.agents(), Patience.WITH_AGENT, Duration.ofSeconds(1), UnpooledByteBufAllocator.DEFAULT,
        System::nanoTime);
    relays = new BlockRelays(new RelayNeeds(thread.next(), fetches, new ShuffleCounts(), "", queues::put,
        new StockGate(() -> Residency.FREE, Optional::empty, application -> "")), lookUps::add);
  }

  @AfterEach
  void end() throws IOException {
    relays.close();
    links.close();
    agent.close();
    silent.close();
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private CompletableFuture<PullReply> ask(String application, PullRequest request) {
    CompletableFuture<PullReply> reply = new CompletableFuture<>();
    relays.handle(application, request, reply::complete);
    List.copyOf(lookUps).forEach(Runnable::run);
    lookUps.clear();
    thread.next().submit(() -> { }).syncUninterruptibly();
    return reply;
  }

  private static PullRequest open(int key, String host, String... blocks) {
    return new PullRequest.Open("key-" + key, host, "1", 0, List.of(blocks));
  }

  private CompletableFuture<PullReply> open(String application, int key) {
    return ask(application, open(key, "127.0.1.5", "shuffle_0_1_0"));
  }

  @Test
  void oneApplicationLeavesRoomForOthers() throws Exception {
    List<CompletableFuture<PullReply>> going = new ArrayList<>();
    for (int key = 0; key < PART; key++) {
      going.add(open("application_1_1", key));
    }
    PullReply refused = open("application_1_1", PART).get(10, TimeUnit.SECONDS);
    assertThat(refused.kind()).isEqualTo(Kind.STOCK);
    assertThat(refused.text()).contains("fewer of one application");
    assertThat(isRefused(open("application_1_2", 0))).isFalse();
    assertThat(going).noneMatch(BlockRelaysTest::isRefused);
    ask("application_1_1", new PullRequest.Next("key-0", 99)).get(10, TimeUnit.SECONDS);
    assertThat(isRefused(open("application_1_1", PART))).as("room again").isFalse();
  }

  /** Returns whether a request is refused. A request that goes on has no reply yet, or after 10 s the reply that nothing has arrived. */
  private static boolean isRefused(CompletableFuture<PullReply> reply) {
    return reply.isDone() && reply.join().kind() != Kind.WAIT;
  }

  @Test
  void namesThatWaitForTheResolverAreBounded() throws Exception {
    List<CompletableFuture<PullReply>> waiting = new ArrayList<>();
    for (int name = 0; name < 769; name++) {
      CompletableFuture<PullReply> reply = new CompletableFuture<>();
      waiting.add(reply);
      relays.handle("application_1_1", open(name, "no-such-host-" + name + ".invalid", "shuffle_0_1_0"), reply::complete);
    }
    assertThat(lookUps).hasSize(768);
    assertThat(waiting.get(768).get(10, TimeUnit.SECONDS).text()).contains("is not known");
    relays.handle("application_1_2", open(0, "127.0.1.5", "shuffle_0_1_0"), reply -> { });
    assertThat(lookUps).as("another application's").hasSize(769);
    lookUps.clear();
  }

  @Test
  void whatCannotGoThroughTerraIsAnsweredAtOnce() throws Exception {
    assertThat(ask("a", open(1, "127.0.0.5", "shuffle_0_1_0")).get(10, TimeUnit.SECONDS).kind()).isEqualTo(Kind.LOCAL);
    assertThat(ask("a", open(2, "127.0.1.5", "rdd_0_1")).get(10, TimeUnit.SECONDS).text()).contains("is not a shuffle block");
    assertThat(ask("a", open(3, "127.0.1.5")).get(10, TimeUnit.SECONDS).text()).contains("expected 1 to");
    assertThat(ask("a", new PullRequest.Next("unknown", 0)).get(10, TimeUnit.SECONDS).kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(ask("a", new PullRequest.Hello("etl")).get(10, TimeUnit.SECONDS).kind()).isEqualTo(Kind.READY);
    assertThat(queues).containsEntry("a", "etl");
  }
}
