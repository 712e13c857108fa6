package dev.terra.spark.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.AgentLinks.Route;
import dev.terra.node.agent.Breaker;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.LinkServices;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.Participation;
import dev.terra.node.proof.HandlerProofs;
import dev.terra.node.settings.NodeSettings.Place;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullReply.Kind;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an executor hears where its site's agent answers otherwise than it should. */
@Timeout(60)
class BlockRelayTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AgentLinks agents = new AgentLinks(List.of(), new LinkServices(new OutputRegistry(), new ShuffleCounts(),
      new LinkServices.Trust(new HandlerProofs(shuffle -> Optional.empty(), InstantSource.system()), HandlerTls.insecure()),
      Participation.ALL, new LinkServices.Run(thread.next(), System::nanoTime, InstantSource.system(), new Random(1))));

  @AfterEach
  void end() {
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private static byte[] head(long... lengths) {
    FetchHead.Builder head = FetchHead.newBuilder();
    for (long length : lengths) {
      head.addSegments(SegmentLength.newBuilder().setPartLength(length));
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
    byte[] body = Bytes.concat(parts);
    return Bytes.concat((OK + "content-length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII), body);
  }

  /** The last word that an executor hears which asks on and on for two blocks, while an agent answers every request so. */
  private PullReply last(byte[] answer) throws Exception {
    try (ServerSocket agent = new ServerSocket(0, 5, LOOPBACK)) {
      CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> serve(agent, answer));
      Route route = new Route((InetSocketAddress) agent.getLocalSocketAddress(), 1, new Breaker(Duration.ofSeconds(1), System::nanoTime),
          1);
      RelayNeeds needs = new RelayNeeds(thread.next(), agents, new ShuffleCounts(), new Place("", 0, Optional.empty()), (app, queue) -> { },
          System::nanoTime);
      BlockRelay relay = new BlockRelay(needs, 2, new Asking(route), () -> { });
      thread.next().submit(() -> relay.ask(route)).get();
      long position = 0;
      while (true) {
        PullReply reply = pull(relay, position);
        if (reply.kind() != Kind.LENGTHS && reply.kind() != Kind.BYTES) {
          return reply;
        }
        position += reply.body().remaining();
      }
    }
  }

  /** An answer comes before that which says that nothing has come yet. */
  private PullReply pull(BlockRelay relay, long position) throws Exception {
    CompletableFuture<PullReply> answer = new CompletableFuture<>();
    thread.next().execute(() -> relay.pull(position, System.nanoTime(), answer::complete));
    return answer.get(BlockRelay.HOLD_MILLIS * 2, TimeUnit.MILLISECONDS);
  }

  private static void serve(ServerSocket agent, byte[] answer) {
    try {
      while (true) {
        try (Socket socket = agent.accept()) {
          socket.getInputStream().read(new byte[1 << 16]);
          socket.getOutputStream().write(answer);
          socket.shutdownOutput();
          socket.getInputStream().readAllBytes();
        }
      }
    } catch (IOException e) {
      // The test is over.
      return;
    }
  }

  private final class Asking implements BlockRelay.Asking {
    private final Route route;

    Asking(Route route) {
      this.route = route;
    }

    @Override
    public Optional<Route> route() {
      return Optional.of(route);
    }

    @Override
    public AgentFetch ask(Route to, Received received, AgentFetch.Listener listener) {
      return AgentFetch.begin(new AgentFetch.Way(thread.next(), agents, to, Optional.empty()),
          Blocks.of("application_1_1", "1", List.of("shuffle_0_1_0", "shuffle_0_2_0")).request(LOOPBACK, "", received), listener);
    }
  }

  private void fallsBack(byte[] answer, String reason) throws Exception {
    PullReply reply = last(answer);
    assertThat(reply.kind()).as(reply.text()).isEqualTo(Kind.STOCK);
    assertThat(reply.text()).contains(reason);
  }

  @Test
  void anAnswerWithoutItsLastBytesIsLeftToSpark() throws Exception {
    fallsBack(sized(head(5, 5), new byte[7]), "ends in segment 2 of 2, of which 2 of 5 bytes have come");
  }

  @Test
  void anAnswerWithoutAnyBytesIsLeftToSpark() throws Exception {
    fallsBack(sized(head(5, 5)), "ends in segment 1 of 2");
    fallsBack(sized(), "no head");
  }

  @Test
  void anAnswerThatEndsWithItsConnectionIsLeftToSpark() throws Exception {
    fallsBack(Bytes.concat((OK + "\r\n").getBytes(StandardCharsets.US_ASCII), head(5, 5), new byte[1]), "ends in segment 1 of 2");
    fallsBack(Bytes.concat((OK + "content-length: 100\r\n\r\n").getBytes(StandardCharsets.US_ASCII), head(5, 5), new byte[1]),
        "closed the connection");
  }

  @Test
  void lengthsThatAreNotThoseOfTheBytesAreLeftToSpark() throws Exception {
    fallsBack(sized(head(Long.MAX_VALUE, 5), new byte[9]), "ends in segment 1 of 2");
    fallsBack(sized(head(-1, 5), new byte[9]), "negative length");
    fallsBack(sized(head(5), new byte[5]), "1 segments instead of 2");
  }

  @Test
  void aHeadThatIsNoneIsLeftToSpark() throws Exception {
    byte[] garbage = {2, 7, 7};
    byte[] huge = {-1, -1, -1, -1, 7};
    fallsBack(sized(garbage), "failed");
    fallsBack(sized(huge, new byte[100]), "no head of at most");
    fallsBack("SMTP ready\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "no HTTP");
  }

  @Test
  void emptyBlocksEndWithTheirLengths() throws Exception {
    try (ServerSocket agent = new ServerSocket(0, 5, LOOPBACK)) {
      CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> serve(agent, sized(head(0, 0))));
      Route route = new Route((InetSocketAddress) agent.getLocalSocketAddress(), 1, new Breaker(Duration.ofSeconds(1), System::nanoTime),
          1);
      CompletableFuture<Void> over = new CompletableFuture<>();
      RelayNeeds needs = new RelayNeeds(thread.next(), agents, new ShuffleCounts(), new Place("", 0, Optional.empty()), (app, queue) -> { },
          System::nanoTime);
      BlockRelay relay = new BlockRelay(needs, 2, new Asking(route), () -> over.complete(null));
      thread.next().submit(() -> relay.ask(route)).get();
      assertThat(pull(relay, 0).lengths()).containsExactly(0, 0);
    }
  }
}
