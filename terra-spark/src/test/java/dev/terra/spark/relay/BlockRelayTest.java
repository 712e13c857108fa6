package dev.terra.spark.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.residency.Residency;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.HandlerIdentity;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.LinkServices;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.fetch.FetchServices;
import dev.terra.node.fetch.Patience;
import dev.terra.node.fetch.SiteFetch;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.Participation;
import dev.terra.node.proof.HandlerProofs;
import dev.terra.node.site.StockGate;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.Waiting;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullReply.Kind;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the replies to an executor whose site's agent does not answer as it should. */
@Timeout(60)
class BlockRelayTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final FetchRequest REQUEST =
      Blocks.of("application_1_1", "1", List.of("shuffle_0_1_0", "shuffle_0_2_0")).request(LOOPBACK, "");

  private final EventLoopGroup linkThread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final NioEventLoopGroup thread = new NioEventLoopGroup(1);
  private final ExecutorService serving = Executors.newSingleThreadExecutor();
  private ServerSocket fetchPort;
  private FakeAgent agent;
  private AgentLinks agents;
  private volatile byte[] answer;

  @BeforeEach
  void start() throws IOException {
    fetchPort = new ServerSocket(0, 5, LOOPBACK);
    agent = new FakeAgent("B", fetchPort.getLocalPort());
    agents = new AgentLinks(List.of(AgentAddress.parse(agent.address())), new LinkServices(new OutputRegistry(), new ShuffleCounts(),
        new LinkServices.Trust(new HandlerProofs(shuffle -> Optional.empty(), InstantSource.system()), HandlerTls.insecure()),
        Participation.ALL, new LinkServices.Run(linkThread.next(), System::nanoTime, InstantSource.system(), new Random(1))));
    agents.start(new HandlerIdentity("here", 1, 1, Optional.of(LOOPBACK), "spark"));
    Waiting.until("the agent is healthy", agents::anyHealthy);
    serving.execute(this::serve);
  }

  @AfterEach
  void end() throws IOException {
    agents.close();
    agent.close();
    fetchPort.close();
    serving.shutdownNow();
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    linkThread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private static byte[] head(long... lengths) {
    FetchHead.Builder head = FetchHead.newBuilder();
    for (long length : lengths) {
      head.addSegments(SegmentLength.newBuilder().setOutput(REQUEST.getOutputs(head.getSegmentsCount())).setPartLength(length));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      head.build().writeDelimitedTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] sized(byte[]... parts) {
    return sized(OK, parts);
  }

  private static byte[] sized(String status, byte[]... parts) {
    byte[] body = Bytes.concat(parts);
    return Bytes.concat((status + "content-length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII), body);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private BlockRelay relay(Runnable onOver) throws Exception {
    FetchServices fetches = new FetchServices(agents, Patience.WITH_AGENT, Duration.ofSeconds(1), UnpooledByteBufAllocator.DEFAULT,
        System::nanoTime);
    RelayNeeds needs = new RelayNeeds(thread.next(), fetches, new ShuffleCounts(), "", (application, queue) -> { },
        new StockGate(() -> Residency.FREE, Optional::empty, application -> ""));
    BlockRelay relay = new BlockRelay(needs, new SiteFetch.Wanted(0, REQUEST), onOver);
    thread.next().submit(relay::begin).get();
    return relay;
  }

  /** Returns the last reply to an executor that pulls two blocks to the end, while an agent answers every request with these bytes. */
  private PullReply last(byte[] each) throws Exception {
    answer = each;
    BlockRelay relay = relay(() -> { });
    long position = 0;
    while (true) {
      PullReply reply = pull(relay, position);
      if (reply.kind() != Kind.LENGTHS && reply.kind() != Kind.BYTES) {
        return reply;
      }
      position += reply.body().remaining();
    }
  }

  /**
   * Returns the reply to one pull. If nothing has arrived after {@link BlockRelay#HOLD_MILLIS}, the relay replies so, and this method
   * waits twice as long.
   */
  private PullReply pull(BlockRelay relay, long position) throws Exception {
    CompletableFuture<PullReply> reply = new CompletableFuture<>();
    thread.next().execute(() -> relay.pull(position, reply::complete));
    return reply.get(BlockRelay.HOLD_MILLIS * 2, TimeUnit.MILLISECONDS);
  }

  private void serve() {
    try {
      while (true) {
        try (Socket socket = fetchPort.accept()) {
          socket.getInputStream().read(new byte[1 << 16]);
          socket.getOutputStream().write(answer);
          socket.shutdownOutput();
          socket.getInputStream().readAllBytes();
        }
      }
    } catch (IOException e) {
      // The test has closed the server.
      return;
    }
  }

  private void fallsBack(byte[] each, String reason) throws Exception {
    PullReply reply = last(each);
    assertThat(reply.kind()).as(reply.text()).isEqualTo(Kind.STOCK);
    assertThat(reply.text()).contains(reason);
    Waiting.until("an agent that answered wrongly is used again", () -> agents.route(0).isPresent());
  }

  @Test
  void anAnswerWithoutItsLastBytesIsLeftToSpark() throws Exception {
    fallsBack(sized(head(5, 5), new byte[7]), "contradict the content's 7 bytes");
  }

  @Test
  void anAnswerWithoutAHeadIsLeftToSpark() throws Exception {
    fallsBack(sized(), "the body is too short, it ends in the lengths");
  }

  @Test
  void anAnswerThatEndsWithItsConnectionIsLeftToSpark() throws Exception {
    byte[] head = head(5, 5);
    String length = "content-length: " + (head.length + 10);
    fallsBack(Bytes.concat(text(OK + length + "\r\n\r\n"), head, new byte[7]), "connection closed at byte 7");
  }

  @Test
  void anAnswerWithoutALengthIsLeftToSpark() throws Exception {
    fallsBack(Bytes.concat(text(OK + "\r\n"), head(5, 5), new byte[10]), "no length");
  }

  @Test
  void aHeadThatIsNoneIsLeftToSpark() throws Exception {
    byte[] huge = {-1, -1, -1, -1, 7};
    fallsBack(sized(huge, new byte[100]), "no head of at most");
  }

  @Test
  void anAnswerThatIsNotHttpIsLeftToSpark() throws Exception {
    fallsBack(text("SMTP ready\r\n\r\n"), "malformed response");
  }

  @Test
  void aRefusalIsLeftToSparkWithItsReason() throws Exception {
    fallsBack(sized("HTTP/1.1 409 Conflict\r\n", text("the spool is broken")), "declined: the spool is broken");
  }

  @Test
  void whatIsNotWorthItGoesPastTerra() throws Exception {
    PullReply reply = last(sized("HTTP/1.1 412 Precondition Failed\r\n", text("12 bytes")));
    assertThat(reply.kind()).isEqualTo(Kind.BYPASS);
    assertThat(reply.text()).contains("too small for Terra: 12 bytes");
  }

  @Test
  void blocksComeWithTheirLengths() throws Exception {
    answer = sized(head(5, 2), text("seven b"));
    CompletableFuture<Void> over = new CompletableFuture<>();
    BlockRelay relay = relay(() -> over.complete(null));
    PullReply first = pull(relay, 0);
    assertThat(first.lengths()).containsExactly(5, 2);
    long position = first.body().remaining();
    while (position < 7) {
      position += pull(relay, position).body().remaining();
    }
    over.get(10, TimeUnit.SECONDS);
  }

  @Test
  void emptyBlocksEndWithTheirLengths() throws Exception {
    answer = sized(head(0, 0));
    CompletableFuture<Void> over = new CompletableFuture<>();
    BlockRelay relay = relay(() -> over.complete(null));
    assertThat(pull(relay, 0).lengths()).containsExactly(0, 0);
    over.get(10, TimeUnit.SECONDS);
  }
}
