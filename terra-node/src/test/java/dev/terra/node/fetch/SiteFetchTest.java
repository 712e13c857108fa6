package dev.terra.node.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.FakeAnswers;
import dev.terra.node.support.TestLinks;
import dev.terra.node.support.Waiting;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of a fetch from an agent that answers as it should, or goes wrong in a certain way. */
@Timeout(60)
class SiteFetchTest {
  private static final byte[] FIRST = random(100_000);
  private static final byte[] SECOND = random(7);
  private static final FetchRequest REQUEST = FetchRequest.newBuilder().setShuffle("job_1_0001").setPartition(3).setOriginIp("10.0.0.1")
      .addOutputs(ProducerOutput.newBuilder().setProducer(1)).addOutputs(ProducerOutput.newBuilder().setProducer(2)).build();
  private static final Patience PATIENCE = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(65));

  private final NioEventLoopGroup thread = new NioEventLoopGroup(1);
  private final Taker taker = new Taker();
  private FakeAnswers answers;
  private FakeAgent agent;
  private TestLinks links;
  private SiteFetch fetch;

  private static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    new Random(bytes).nextBytes(random);
    return random;
  }

  /** A reader that takes bytes while {@code pauses} is false. */
  private final class Taker implements SiteFetch.Reader {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private volatile boolean pauses;
    private final AtomicInteger reads = new AtomicInteger();

    @Override
    public void lengths(List<SegmentLength> lengths) {
      events.add("lengths " + lengths.stream().map(SegmentLength::getPartLength).toList());
    }

    @Override
    public synchronized void bytes(ByteBuf part) {
      bytes.writeBytes(ByteBufUtil.getBytes(part));
      part.release();
    }

    @Override
    public void readComplete() {
      reads.incrementAndGet();
      if (fetch.stream().isWhole()) {
        events.add("whole");
      } else if (!pauses) {
        fetch.readMore();
      }
    }

    @Override
    public void failed(FetchFailure how, String trail) {
      events.add(how + ": " + trail);
    }

    synchronized byte[] taken() {
      return bytes.toByteArray();
    }

    void awaits(int count) {
      Waiting.until(() -> count + " events, have " + events, () -> events.size() >= count);
    }
  }

  @BeforeEach
  void start() throws IOException {
    answers = new FakeAnswers();
    agent = new FakeAgent("B", answers.port());
    links = new TestLinks(agent).start();
  }

  @AfterEach
  void end() throws IOException {
    if (fetch != null) {
      onLoop(() -> fetch.close());
    }
    links.close();
    agent.close();
    answers.close();
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private void onLoop(Runnable task) {
    thread.next().submit(task).syncUninterruptibly();
  }

  private void begin() {
    begin(new AtomicLong()::get);
  }

  private void begin(LongSupplier clock) {
    FetchServices services = new FetchServices(links.agents(), PATIENCE, Duration.ofSeconds(8), UnpooledByteBufAllocator.DEFAULT, clock);
    fetch = new SiteFetch(services, new SiteFetch.Wanted(0, REQUEST), thread.next(), taker);
    onLoop(fetch::begin);
  }

  private void fails(FetchFailure how, String trail) {
    begin(System::nanoTime);
    Waiting.until(() -> "a failure, have " + taker.events, () -> taker.events.stream().anyMatch(event -> event.startsWith(how + ": ")));
    assertThat(taker.events.get(taker.events.size() - 1)).contains(trail);
  }

  private boolean isRouteLeft() {
    return links.agents().route(0).isPresent();
  }

  private byte[] whole() {
    return FakeAnswers.answer(REQUEST, FIRST, SECOND);
  }

  private static byte[] both() {
    byte[] both = Arrays.copyOf(FIRST, FIRST.length + SECOND.length);
    System.arraycopy(SECOND, 0, both, FIRST.length, SECOND.length);
    return both;
  }

  @Test
  void segmentsComeWhole() {
    answers.send(whole());
    begin();
    taker.awaits(2);
    assertThat(taker.events).containsExactly("lengths [100000, 7]", "whole");
    assertThat(taker.taken()).isEqualTo(both());
    FetchRequest request = answers.requests().get(0);
    assertThat(request.toBuilder().clearProof().clearChecksums().build()).isEqualTo(REQUEST);
    assertThat(request.getChecksums()).isTrue();
    assertThat(request.getProof().getSession()).isEqualTo(FakeAgent.SESSION);
    assertThat(answers.heads().get(0)).startsWith("POST /v1/fetch HTTP/1.1\r\n").containsIgnoringCase("host: 127.0.0.1:" + answers.port())
        .containsIgnoringCase("content-type: application/x-protobuf").containsIgnoringCase("connection: close");
    assertThat(isRouteLeft()).isTrue();
  }

  @Test
  void bytesComeOnlyAsTheReaderAsks() {
    taker.pauses = true;
    answers.send(whole());
    begin();
    while (!fetch.stream().isWhole()) {
      int before = taker.reads.get();
      int had = taker.taken().length;
      onLoop(fetch::readMore);
      Waiting.until("a read", () -> taker.reads.get() > before);
      assertThat(taker.taken().length - had).isLessThanOrEqualTo(2 * HttpFetch.BUFFER_BYTES);
    }
    assertThat(taker.taken()).isEqualTo(both());
  }

  @Test
  void anAgentThatGivesUpOneFetchAndLivesIsLeftAndNotBlamed() {
    answers.sendAndClose(Arrays.copyOf(whole(), 50_000));
    fails(FetchFailure.BROKEN_OFF, "agent /127.0.0.1:" + answers.port() + ": connection closed at byte ");
    assertThat(isRouteLeft()).isTrue();
    assertThat(fetch.stream().unproven()).isPresent();
    assertThat(FIRST).startsWith(taker.taken());
  }

  @Test
  void oneThatAnswersWronglyIsNotUsedForAWhile() {
    answers.send(FakeAnswers.refusal("500 Internal Server Error", "no"));
    fails(FetchFailure.BAD, "status 500 at byte 0; ");
    assertThat(isRouteLeft()).isFalse();
  }

  @Test
  void anAnswerWithoutALengthIsWrong() {
    answers.send("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    fails(FetchFailure.BAD, "no length");
  }

  @Test
  void anAnswerThatIsNotHttpIsWrong() {
    answers.send("SMTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    fails(FetchFailure.BAD, "malformed response");
  }

  @Test
  void anAnswerThatEndsBeforeItsHeadIsWrong() {
    answers.send(FakeAnswers.status("200 OK", 0));
    fails(FetchFailure.BAD, "the body is too short, it ends in the lengths at byte 0");
  }

  @Test
  void oneThatClosesAtOnceIsWrong() {
    answers.sendAndClose();
    fails(FetchFailure.BAD, "connection closed at byte 0");
  }

  @Test
  void aRefusalComesAtOnceWithItsWords() {
    answers.send(FakeAnswers.refusal("409 Conflict", "the spool is full"));
    fails(FetchFailure.DECLINED, "declined: the spool is full at byte 0");
    assertThat(isRouteLeft()).isTrue();
  }

  @Test
  void aRefusalThatIsCutShortIsOne() {
    answers.sendAndClose(Arrays.copyOf(FakeAnswers.refusal("409 Conflict", "the spool is full"), 60));
    fails(FetchFailure.DECLINED, "declined: the spool is fu at");
  }

  @Test
  void anEndlessRefusalIsOneThatIsCut() {
    answers.send(FakeAnswers.status("409 Conflict", 1_000_000), "word ".repeat(1_000).getBytes(StandardCharsets.US_ASCII));
    fails(FetchFailure.DECLINED, "...");
  }

  @Test
  void whatIsNotWorthItIsBypassed() {
    answers.send(FakeAnswers.refusal("412 Precondition Failed", "few bytes"));
    fails(FetchFailure.BYPASSED, "too small for Terra: few bytes");
  }

  @Test
  void bytesThatHaveChangedEndTheFetch() {
    byte[] changed = whole();
    changed[changed.length - 1] ^= 1;
    answers.send(changed);
    fails(FetchFailure.CORRUPT, "bytes changed between it and this node, or at either: segment 1 of the answer, 7 bytes");
    assertThat(taker.taken()).isEqualTo(FIRST);
    assertThat(isRouteLeft()).isFalse();
  }

  @Test
  void aPortAtWhichNobodyListensIsWrong() throws IOException {
    answers.close();
    fails(FetchFailure.BAD, "no connection: ");
  }

  @Test
  void anAgentThatSaysNothingIsLateUnlessTheReaderIsBusy() {
    AtomicLong clock = new AtomicLong();
    answers.send(new byte[0]);
    begin(clock::get);
    Waiting.until("the request", () -> answers.requests().size() == 1);
    clock.addAndGet(PATIENCE.head().toNanos());
    onLoop(() -> fetch.tick(false));
    clock.addAndGet(1);
    onLoop(() -> fetch.tick(true));
    clock.addAndGet(PATIENCE.head().toNanos());
    onLoop(() -> fetch.tick(false));
    assertThat(taker.events).isEmpty();
    clock.addAndGet(1);
    onLoop(() -> fetch.tick(false));
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    taker.awaits(1);
    assertThat(taker.events.get(0)).contains("BAD: ", "nothing arrived for 10000 ms");
  }

  @Test
  void afterTheLengthsTheLimitIsOnStalls() {
    AtomicLong clock = new AtomicLong();
    answers.send(Arrays.copyOf(whole(), 30_000));
    begin(clock::get);
    Waiting.until("bytes", () -> taker.taken().length > 29_000);
    clock.addAndGet(PATIENCE.stall().toNanos());
    onLoop(() -> fetch.tick(false));
    clock.addAndGet(1);
    assertThat(taker.events).hasSize(1);
    onLoop(() -> fetch.tick(false));
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    taker.awaits(2);
    assertThat(taker.events.get(1)).contains("nothing arrived for 65000 ms at byte ");
  }

  /** The agent's process ends, and the next agent starts soon. */
  @Test
  void theRestComesFromTheAgentThatIsBack() {
    int port = agent.port();
    answers.next(socket -> {
      socket.getOutputStream().write(whole(), 0, 60_000);
      socket.getOutputStream().flush();
      Waiting.until("bytes", () -> taker.taken().length > 50_000);
      agent.close();
    });
    answers.next(socket -> {
      socket.getOutputStream().write(FakeAnswers.answer(answers.requests().get(1), FIRST, SECOND));
      socket.getInputStream().read();
    });
    begin(System::nanoTime);
    Waiting.until("the agent has ended", () -> !links.agents().anyHealthy());
    agent = restarted(port);
    taker.awaits(2);
    assertThat(taker.events).containsExactly("lengths [100000, 7]", "whole");
    assertThat(taker.taken()).isEqualTo(both());
    assertThat(answers.requests().get(1).getTakenBytes(0)).isPositive();
    assertThat(answers.requests().get(1).getTakenCrc32CCount()).isEqualTo(2);
  }

  private FakeAgent restarted(int port) {
    try {
      return new FakeAgent("B", answers.port(), "127.0.0.1", port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void withoutAHealthyAgentTheFetchFailsAtOnce() {
    agent.close();
    Waiting.until("the agent has ended", () -> !links.agents().anyHealthy());
    fails(FetchFailure.DECLINED, "no healthy agent; ");
  }

  @Test
  void afterItsEndTheReaderHearsNothing() {
    answers.sendAndClose(Arrays.copyOf(whole(), 50_000));
    taker.pauses = true;
    begin();
    taker.awaits(1);
    onLoop(fetch::close);
    onLoop(fetch::readMore);
    onLoop(() -> fetch.tick(false));
    assertThat(taker.events).hasSize(1);
  }

  @Test
  void theAgentThatTracesAFetchHearsOfItOnce() {
    String name = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";
    String answer = new String(whole(), StandardCharsets.ISO_8859_1).replaceFirst("\r\n", "\r\n" + SpanName.FIELD + ": " + name + "\r\n");
    answers.send(answer.getBytes(StandardCharsets.ISO_8859_1));
    begin();
    taker.awaits(2);
    onLoop(() -> {
      fetch.span().over(5, "a problem", true);
      fetch.span().over(6, "again", true);
    });
    Waiting.until("a span", () -> agent.received().stream().anyMatch(HandlerMessage::hasSpan));
    List<HandlerSpan> spans = agent.received().stream().filter(HandlerMessage::hasSpan).map(HandlerMessage::getSpan).toList();
    assertThat(spans).hasSize(1);
    assertThat(spans.get(0).getName()).isEqualTo(name);
    assertThat(spans.get(0).getBytes()).isEqualTo(5);
    assertThat(spans.get(0).getProblem()).isEqualTo("a problem");
    assertThat(spans.get(0).getFailed()).isTrue();
    assertThat(spans.get(0).getKind()).isEqualTo(HandlerSpan.Kind.RELAY);
  }

  @Test
  void theRequestComesFromTheAddressThatTheNodeGives() {
    assertThat(links.agents().ownAddress()).contains(InetAddresses.forString("127.0.0.1"));
  }
}
