package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.Bytes;
import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.TestLink;
import dev.terra.agent.support.TestTls;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.v1.PipeOpen;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a tunnel from A to B whose pipes lead through C and D. */
@Timeout(120)
class PipedTunnelsTest {
  private static final Path PATH = ChainOfSites.PATH;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final byte[] WORDS = "the quick brown fox jumps over the lazy dog; ".repeat(100).getBytes(StandardCharsets.US_ASCII);
  private static final byte[] WORD = "brown fox".getBytes(StandardCharsets.US_ASCII);

  @TempDir
  private java.nio.file.Path directory;
  private TestTls tls;
  private ChainOfSites chain;

  @BeforeEach
  void makeCertificates() {
    tls = new TestTls(directory);
  }

  @AfterEach
  void close() throws IOException {
    if (chain != null) {
      chain.close();
    }
    tls.close();
  }

  private void start(boolean secure) throws IOException {
    chain = new ChainOfSites(secure ? Optional.of(tls) : Optional.empty());
  }

  private Tunnel open(boolean secure) throws IOException {
    start(secure);
    return planned();
  }

  private Tunnel planned() {
    chain.plan(PATH);
    Tunnel tunnel = awaitUp(1);
    chain.at("A").reasons().clear();
    return tunnel;
  }

  private Tunnel awaitUp(int times) {
    Await.until("the tunnel is up for the " + times + ". time", PATIENCE, () -> chain.at("A").up().size() >= times
        && chain.at("B").up().size() >= times);
    return chain.at("A").up().stream().reduce((earlier, later) -> later).orElseThrow();
  }

  private void awaitLine(String from, String to) {
    Await.until("line " + from + "-" + to, PATIENCE, () -> chain.line(from, to).isPresent());
  }

  /** Returns the bytes that cross a link in the tunnel's direction, as they come. */
  private static ByteArrayOutputStream tap(TestLink link) {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    link.through(bytes -> {
      synchronized (seen) {
        seen.writeBytes(bytes);
      }
      return bytes;
    });
    return seen;
  }

  private static boolean hasWord(ByteArrayOutputStream seen) {
    synchronized (seen) {
      return Bytes.indexOf(seen.toByteArray(), WORD) >= 0;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesArriveAndWithTlsNoRelayCanReadThem(boolean secure) throws IOException {
    Tunnel tunnel = open(secure);
    List<ByteArrayOutputStream> seen = List.of(tap(chain.link("A", "C")), tap(chain.link("C", "D")), tap(chain.link("D", "B")));
    for (int i = 0; i < 100; i++) {
      chain.send(tunnel, WORDS, (long) i * WORDS.length);
    }
    Await.until("the words", PATIENCE, () -> chain.at("B").frames().size() == 100);
    assertThat(chain.at("B").frames()).allMatch(frame -> Arrays.equals(frame.payload(), WORDS));
    assertThat(seen).allMatch(each -> each.size() > 100 * WORDS.length).allMatch(each -> hasWord(each) != secure);
    assertThat(chain.context("C").passedOn().bytes().get(PATH)).isGreaterThan(100L * WORDS.length);
    assertThat(chain.at("C").up()).as("it is no end of it").isEmpty();
  }

  /** One transport splices the bytes in the kernel, the other copies them. */
  @ParameterizedTest
  @EnumSource
  void muchMoreThanBuffersHoldGoesThroughInOrder(SocketTransport transport) throws IOException {
    chain = new ChainOfSites(Optional.empty(), transport);
    Tunnel tunnel = planned();
    byte[] chunk = new byte[64 << 10];
    for (int i = 0; i < 500; i++) {
      chunk[0] = (byte) i;
      chain.send(tunnel, chunk.clone(), (long) i * chunk.length);
    }
    Await.until("all of it", PATIENCE, () -> chain.at("B").frames().size() == 500);
    int expected = 0;
    for (Frame frame : chain.at("B").frames()) {
      assertThat(frame.payload()[0]).isEqualTo((byte) expected++);
    }
  }

  private void spoil(UnaryOperator<byte[]> relay) throws IOException {
    Tunnel tunnel = open(true);
    AtomicBoolean done = new AtomicBoolean();
    chain.link("C", "D").through(bytes -> bytes.length > 1_000 && !done.getAndSet(true) ? relay.apply(bytes) : bytes);
    for (int i = 0; i < 10; i++) {
      chain.send(tunnel, WORDS, (long) i * WORDS.length);
    }
    Await.until("the end of the tunnel", PATIENCE, () -> !tunnel.isOpen());
    assertThat(done).isTrue();
    assertThat(chain.at("B").frames()).as("nothing that A has not sent")
        .allMatch(frame -> Arrays.equals(frame.payload(), WORDS));
    awaitUp(2);
  }

  @Test
  void whatARelayAltersEndsTheTunnel() throws IOException {
    spoil(bytes -> {
      bytes[bytes.length / 2] ^= 1;
      return bytes;
    });
  }

  @Test
  void whatARelayLeavesOutEndsTheTunnel() throws IOException {
    spoil(bytes -> Arrays.copyOf(bytes, bytes.length - 100));
  }

  @Test
  void whatARelayPutsInAnotherOrderEndsTheTunnel() throws IOException {
    spoil(bytes -> {
      Collections.rotate(Bytes.asList(bytes), 500);
      return bytes;
    });
  }

  /** Nothing is on its way, so neither end would send a probe within seconds. */
  @Test
  void aSilentLinkInTheMiddleIsToldAtOnceAndItsEndToo() throws IOException {
    Tunnel tunnel = open(true);
    awaitMeasured();
    chain.both("C", "D").forEach(TestLink::stall);
    Await.until("A hears that a link is silent", Duration.ofSeconds(5), () -> chain.at("A").suspects().contains(tunnel));
    assertThat(tunnel.linkSilence()).contains("the link C:D is silent");
    Await.until("B hears it, too", Duration.ofSeconds(5), () -> !chain.at("B").suspects().isEmpty());
    assertThat(tunnel.isOpen()).isTrue();
    Await.until("the end of the tunnel", PATIENCE, () -> !tunnel.isOpen() && !chain.at("A").reasons().isEmpty());
    assertThat(chain.at("A").reasons().peek()).startsWith("the link C:D has been silent for ");
    chain.both("C", "D").forEach(TestLink::resume);
    awaitUp(2);
  }

  /** Waits for the first round trips on the middle link, because a link without measurements is taken for slow. */
  private void awaitMeasured() {
    awaitLine("C", "D");
    Await.until("round trips", PATIENCE, () -> chain.line("C", "D").orElseThrow().isMeasured()
        && chain.line("D", "C").orElseThrow().isMeasured());
  }

  @Test
  void aLinkThatIsHeardAgainIsTrustedAgain() throws IOException {
    Tunnel tunnel = open(false);
    awaitMeasured();
    chain.both("C", "D").forEach(TestLink::stall);
    Await.until("A hears that a link is silent", PATIENCE, () -> chain.at("A").suspects().contains(tunnel));
    chain.both("C", "D").forEach(TestLink::resume);
    Await.until("A hears that it is heard", PATIENCE, () -> chain.at("A").trusted().contains(tunnel));
    chain.send(tunnel, WORDS, 0);
    Await.until("the words", PATIENCE, () -> chain.at("B").frames().size() == 1);
    assertThat(tunnel.isOpen()).isTrue();
  }

  @Test
  void aLinkThatIsCutEndsTheTunnelWithItsName() throws IOException {
    Tunnel tunnel = open(true);
    chain.both("D", "B").forEach(TestLink::cut);
    Await.until("the end of the tunnel", PATIENCE, () -> !tunnel.isOpen() && !chain.at("A").reasons().isEmpty());
    assertThat(chain.at("A").reasons().peek()).containsAnyOf("B has closed the pipe", "link D:B", "the connection with B");
    Await.until("why it cannot be opened", PATIENCE,
        () -> chain.at("A").reasons().stream().anyMatch(reason -> reason.contains("D has no line to B")));
    chain.both("D", "B").forEach(TestLink::restore);
    awaitUp(2);
  }

  @Test
  void aRelayOpensNoPipeForAPathThatNobodyPlansNorForOneWhoIsNotOnIt() throws Exception {
    start(true);
    awaitLine("A", "C");
    awaitLine("D", "C");
    LineEnd line = chain.line("A", "C").orElseThrow();
    assertThatThrownBy(() -> line.request(PipeOrder.first(Path.of("A", "C", "B"), 0)).get())
        .hasMessageContaining("refused by C: the controller plans no tunnel A:C:B");
    assertThatThrownBy(() -> line.request(new PipeOrder(PATH, 2, 0)).get()).hasMessageContaining("expected A and C at the places 1 and 2");
    assertThatThrownBy(() -> line.request(PipeOrder.first(Path.of("D", "C", "A"), 0)).get()).hasMessageContaining("expected A and C");
    chain.context("C").accepted().follow(ImmutableSet.of(), 0);
    assertThatThrownBy(() -> chain.line("D", "C").orElseThrow().request(PipeOrder.first(Path.of("D", "C", "X"), 0)).get())
        .hasMessageContaining("plans no tunnel D:C:X");
  }

  private Socket begin(String site, PipeNumber number) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), chain.server(site).port());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    ByteBuf opening = number.opening(UnpooledByteBufAllocator.DEFAULT);
    socket.getOutputStream().write(ByteBufUtil.getBytes(opening));
    opening.release();
    return socket;
  }

  @Test
  void aNumberThatIsWrongOrUsedEndsTheConnection() throws Exception {
    start(false);
    awaitLine("C", "D");
    awaitLine("D", "B");
    PipeNumber number = chain.line("C", "D").orElseThrow().request(new PipeOrder(PATH, 2, 0)).get();
    try (Socket first = begin("D", number)) {
      Await.until("it leads on to B", PATIENCE, () -> first.isConnected() && chain.context("B").pipes().size() == 1);
      try (Socket again = begin("D", number); Socket wrong = begin("D", new PipeNumber(1, 2))) {
        assertThat(wrong.getInputStream().read()).isEqualTo(-1);
        assertThat(again.getInputStream().read()).isEqualTo(-1);
      }
    }
    Await.until("it is gone", PATIENCE, () -> chain.context("D").pipes().size() == 0);
  }

  /** C was taken over, and tries to open a tunnel in A's name with the only certificate that it has, its own. */
  @Test
  void aRelayCannotOpenATunnelInTheNameOfAnother() throws Exception {
    start(true);
    awaitLine("C", "D");
    awaitLine("D", "B");
    TunnelContext own = chain.context("C");
    PipeNumber number = chain.line("C", "D").orElseThrow().request(new PipeOrder(PATH, 2, 0)).get();
    AtomicBoolean opened = new AtomicBoolean();
    Queue<String> failures = new ConcurrentLinkedQueue<>();
    OpenHandler.Attempt forgery = new Forgery(own, opened, failures);
    InetSocketAddress d = chain.line("C", "D").orElseThrow().remoteAddress();
    Hops.connect(own, Hops.Target.pipe(new PipeOrder(PATH, 2, 0), d, number),
        new FrameDecoder(), new OpenHandler(own, forgery)).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    Await.until("a refusal", PATIENCE, () -> !failures.isEmpty());
    assertThat(failures.peek()).contains("the connection comes from A, but its certificate is that of terra://site/C");
    assertThat(opened).isFalse();
    assertThat(chain.at("B").up()).isEmpty();
  }

  /** An attempt by another agent to open a tunnel as A's. */
  private record Forgery(TunnelContext context, AtomicBoolean open, Queue<String> failures) implements OpenHandler.Attempt {
    @Override
    public Path path() {
      return PATH;
    }

    @Override
    public int label() {
      return 1;
    }

    @Override
    public TunnelHello hello() {
      return OpenHandler.hello(context, PATH, Handshake.NEWEST_VERSION).setAgent("A-gw").setEndToEnd(true).build();
    }

    @Override
    public ChannelHandler opened(ChannelHandlerContext ctx, Tunnel.Peer peer,
        FrameDecoder decoder) {
      open.set(true);
      return new ChannelInboundHandlerAdapter();
    }

    @Override
    public void failed(String why) {
      failures.add(why);
    }
  }

  @Test
  void pipesThatAreOrderedAndNotBegunTakeNoRoomFromOthers() throws Exception {
    start(true);
    awaitLine("C", "D");
    awaitLine("A", "C");
    LineEnd line = chain.line("C", "D").orElseThrow();
    for (Future<PipeNumber> ordered : Stream.generate(() -> line.request(new PipeOrder(PATH, 2, 0))).limit(1_000).toList()) {
      ordered.get();
    }
    assertThat(chain.context("D").pipes().size()).isEqualTo(1_000);
    chain.plan(PATH);
    awaitUp(1);
  }

  /** Makes a link lead to another process from now on, and ends A's line to C. */
  private void moved(TestLink link, InetSocketAddress to) {
    link.cut();
    link.target(to);
    Await.until("the end of the line", PATIENCE, () -> chain.line("A", "C").isEmpty());
    link.restore();
  }

  private boolean isUp(String site, Path path) {
    return chain.at(site).up().stream().anyMatch(tunnel -> tunnel.path().equals(path));
  }

  @Test
  void aTunnelThroughAnAgentOfTheVersionBeforeIsOpenedWhenThatIsUpgraded() throws IOException {
    start(false);
    awaitLine("A", "C");
    Path oneHop = Path.of("A", "C");
    try (OldAgent old = new OldAgent("C")) {
      moved(chain.link("A", "C"), old.address());
      chain.plan(PATH, oneHop);
      Await.until("a tunnel of one hop", PATIENCE, () -> isUp("A", oneHop));
      Await.until("why there is no other one", PATIENCE, () -> chain.at("A").reasons().stream().anyMatch(
          reason -> reason.startsWith("there is no line to C: refused by C/C-gw: this agent speaks tunnel protocol versions 4 to 5")));
      chain.send(chain.at("A").up().peek(), WORDS, 0);
      Await.until("the words", PATIENCE, () -> old.data().size() == 1);
      assertThat(chain.at("A").up().peek().restores()).isFalse();
      assertThat(isUp("A", PATH)).isFalse();
      moved(chain.link("A", "C"), new InetSocketAddress(InetAddress.getLoopbackAddress(), chain.server("C").port()));
      Await.until("the tunnel through the new one", PATIENCE, () -> isUp("A", PATH) && isUp("B", PATH));
    }
  }

  /** Only a link between relays is cut, so the lines of neither end need another handshake. */
  @Test
  void aTunnelThatIsOpenedAgainThroughPipesResumesItsSession() throws IOException {
    Tunnel tunnel = open(true);
    for (String line : List.of("AC", "CA", "DB", "BD")) {
      awaitLine(line.substring(0, 1), line.substring(1));
    }
    Await.until("a probe and its answer, behind the session's ticket", PATIENCE, () -> tunnel.rttNanos() > 0);
    AgentTls first = chain.context("A").tls().orElseThrow();
    AgentTls last = chain.context("B").tls().orElseThrow();
    long ofFirst = first.certificatesChecked();
    long ofLast = last.certificatesChecked();
    assertThat(List.of(ofFirst, ofLast)).as("two lines and a tunnel").allMatch(count -> count >= 3);
    chain.both("C", "D").forEach(TestLink::cut);
    Await.until("the end of the tunnel", PATIENCE, () -> !tunnel.isOpen());
    chain.both("C", "D").forEach(TestLink::restore);
    awaitUp(2);
    assertThat(List.of(first.certificatesChecked(), last.certificatesChecked())).isEqualTo(List.of(ofFirst, ofLast));
  }

  @Test
  void anOrderOfAnotherVersionIsRefused() {
    assertThatThrownBy(() -> PipeOrder.of(PipeOpen.getDefaultInstance(), new SiteId("B"), new SiteId("A")))
        .hasMessageContaining("a path of 3 to 64 sites, got 0");
  }
}
