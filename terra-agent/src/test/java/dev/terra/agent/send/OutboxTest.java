package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the sending books and the pump, without threads or sockets. Rates are so high that pacing plays no part. */
class OutboxTest {
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");
  private static final int LENGTH = 300_000;

  private final Map<SegmentCopy, byte[]> contents = new HashMap<>();
  private final List<SegmentMeta> replies = new ArrayList<>();
  private final Map<Path, Double> rates = new HashMap<>(Map.of(DIRECT, 1e8, AROUND, 1e8));
  private final EmbeddedChannel direct = new EmbeddedChannel();
  private final EmbeddedChannel around = new EmbeddedChannel();
  private final Tunnel directTunnel = TestTunnels.on(direct, DIRECT, true, 9);
  private final Tunnel aroundTunnel = TestTunnels.on(around, AROUND, true, 9);
  private String unreadable = "";
  private long nanos = System.nanoTime();

  private final SegmentSource source = new SegmentSource() {
    @Override
    public void read(Part part, Reader reader) {
      if (!unreadable.isEmpty()) {
        reader.failed(unreadable);
        return;
      }
      byte[] bytes = new byte[part.length()];
      System.arraycopy(contents.get(part.key()), (int) part.start(), bytes, 0, part.length());
      reader.read(Bytes.of(Unpooled.wrappedBuffer(bytes)));
    }
  };
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };
  private final Events events = new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final SegmentAnswers answers = new SegmentAnswers(
      TestReplies.to((site, type, meta) -> replies.add((SegmentMeta) meta)));
  private final Pump pump = VirtualLimiter.pump(new Pump.Supply(source, question -> rates), answers, events, ticker);
  private final Outbox outbox = new Outbox(new SiteId("A"),
      key -> contents.containsKey(key) ? new SegmentBook.Entry(new SegmentBook.ServedAs("u", "m"), contents.get(key).length, LENGTH)
          : SegmentBook.Entry.unreadable("unknown"),
      pump, ticker, 1_000);

  @AfterEach
  void close() {
    direct.finishAndReleaseAll();
    around.finishAndReleaseAll();
  }

  private SegmentCopy segment(int map, int reduce) {
    SegmentCopy key = SegmentCopy.first(SHUFFLE, OutputId.of(map), reduce, "10.0.0.1");
    byte[] bytes = new byte[LENGTH];
    new Random(map).nextBytes(bytes);
    contents.put(key, bytes);
    return key;
  }

  private void request(SegmentCopy key, long wanted) {
    outbox.request(B, key.request().addOutputs(key.output().toMessage()).addWantedBytes(wanted).build());
  }

  private void withdraw(SegmentCopy key) {
    outbox.request(B, key.request().addOutputs(key.output().toMessage()).setWithdrawn(true).build());
  }

  private void ack(Frame frame, boolean resend) {
    long start = frame.header().offset();
    outbox.ack(B, SegmentAck.newBuilder().addRanges(SegmentAck.Ranges.newBuilder().setSegment(frame.header().segment())
        .addBounds(start).addBounds(start + frame.header().length()).setResend(resend)).build());
  }

  /** Returns the data frames that were sent on a channel. Asserts that each byte is right, and that its segment was described before. */
  private List<Frame> data(EmbeddedChannel channel, Map<Long, SegmentCopy> explained) {
    List<Frame> result = new ArrayList<>();
    for (Frame frame : TestTunnels.sent(channel)) {
      if (frame.header().type() == FrameType.META) {
        SegmentMeta meta = frame.message(SegmentMeta.parser());
        explained.put(meta.getSegment(), SegmentCopy.of(meta));
      } else if (frame.header().type() == FrameType.DATA) {
        assertThat(frame.intact()).isTrue();
        byte[] content = contents.get(explained.get(frame.header().segment()));
        int start = (int) frame.header().offset();
        assertThat(frame.payload()).isEqualTo(java.util.Arrays.copyOfRange(content, start, start + frame.payload().length));
        result.add(frame);
      }
    }
    return result;
  }

  private static ByteRanges ranges(List<Frame> frames) {
    ByteRanges ranges = new ByteRanges();
    frames.forEach(frame -> ranges.add(frame.header().offset(), frame.header().offset() + frame.header().length()));
    return ranges;
  }

  private void later() {
    nanos += 200_000_000;
    pump.refreshRates();
    pump.run();
  }

  /** Runs the pump and acknowledges all chunks until no more are sent. Returns the chunks. */
  private List<Frame> drain(EmbeddedChannel channel, Map<Long, SegmentCopy> explained) {
    List<Frame> all = new ArrayList<>();
    for (int quiet = 0; quiet < 20; quiet++) {
      List<Frame> some = data(channel, explained);
      some.forEach(frame -> ack(frame, false));
      quiet = some.isEmpty() ? quiet : 0;
      all.addAll(some);
      later();
    }
    return all;
  }

  @Test
  void whatWasUnderWayOnALostTunnelGoesOutOnTheOtherAtOnce() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    request(key, LENGTH);
    later();
    List<Frame> lost = data(direct, new HashMap<>());
    assertThat(lost).isNotEmpty();
    outbox.tunnelUp(aroundTunnel);
    outbox.tunnelDown(directTunnel);
    List<Frame> all = drain(around, new HashMap<>());
    assertThat(ranges(all).containsAll(0, LENGTH)).isTrue();
    assertThat(events.newest()).extracting(Events.Event::what).containsExactly("resend", "resumed");
    assertThat(outbox.progress().get(0).outstanding()).isZero();
    assertThat(outbox.deliveredBytes()).containsEntry(AROUND, (long) LENGTH).doesNotContainKey(DIRECT);
    assertThat(outbox.progress().get(0).sent()).as("what was lost was sent, too")
        .isEqualTo(Map.of(AROUND, (long) LENGTH, DIRECT, ranges(lost).size()));
  }

  @Test
  void aTunnelAwaitsAnAnswerWhileBytesAreUnderWayOnIt() {
    outbox.tunnelUp(directTunnel);
    assertThat(TestTunnels.isAwaiting(directTunnel)).isFalse();
    request(segment(0, 1), LENGTH);
    later();
    Map<Long, SegmentCopy> explained = new HashMap<>();
    List<Frame> sent = data(direct, explained);
    assertThat(TestTunnels.isAwaiting(directTunnel)).isTrue();
    sent.forEach(frame -> ack(frame, false));
    drain(direct, explained);
    assertThat(TestTunnels.isAwaiting(directTunnel)).isFalse();
  }

  @Test
  void whatWasUnderWayGoesOutBeforeWhatWasReadAlready() {
    rates.put(DIRECT, 1e6);
    rates.put(AROUND, 0.0);
    outbox.tunnelUp(directTunnel);
    request(segment(0, 1), LENGTH);
    later();
    ByteRanges lost = ranges(data(direct, new HashMap<>()));
    assertThat(lost.size()).isBetween(1L, LENGTH - 1L);
    outbox.tunnelUp(aroundTunnel);
    outbox.tunnelDown(directTunnel);
    rates.put(AROUND, 1e5);
    Map<Long, SegmentCopy> explained = new HashMap<>();
    List<Frame> first = data(around, explained);
    for (int i = 0; i < 20 && first.isEmpty(); i++) {
      later();
      first = data(around, explained);
    }
    assertThat(first.get(0).header().offset()).isZero();
    rates.put(AROUND, 1e8);
    List<Frame> rest = drain(around, explained);
    first.forEach(frame -> rest.add(0, frame));
    assertThat(ranges(rest).containsAll(0, LENGTH)).isTrue();
  }

  @Test
  void theConnectionsOfAPathShareItsRateAndTakeTurns() {
    SegmentCopy key = segment(0, 1);
    rates.put(DIRECT, 1e6);
    outbox.tunnelUp(directTunnel);
    outbox.tunnelUp(TestTunnels.on(around, DIRECT, true, 9));
    request(key, LENGTH);
    Map<Long, SegmentCopy> explained = new HashMap<>();
    Map<Long, SegmentCopy> explainedToo = new HashMap<>();
    long first = 0;
    long second = 0;
    for (int i = 0; i < 200 && first + second < LENGTH; i++) {
      later();
      List<Frame> one = data(direct, explained);
      List<Frame> other = data(around, explainedToo);
      first += ranges(one).size();
      second += ranges(other).size();
      one.forEach(frame -> ack(frame, false));
      other.forEach(frame -> ack(frame, false));
    }
    assertThat(first + second).isEqualTo(LENGTH);
    assertThat(first).isPositive();
    assertThat(outbox.deliveredBytes()).containsEntry(DIRECT, (long) LENGTH);
  }

  @Test
  void aBundleThatHadNothingToSendWhenRatesWereSummedIsNotHeldBack() {
    SegmentCopy first = segment(0, 1);
    SegmentCopy second = segment(1, 1);
    rates.put(DIRECT, 1e12);
    outbox.tunnelUp(directTunnel);
    request(first, LENGTH);
    drain(direct, new HashMap<>());
    later();
    Map<Long, SegmentCopy> explained = new HashMap<>();
    data(direct, explained);
    request(second, LENGTH);
    nanos += 1_000;
    pump.run();
    assertThat(ranges(data(direct, explained)).size()).as("more than a window's least").isEqualTo(LENGTH);
  }

  @Test
  void theChecksumOfTheWholeIsSaidWithTheLastOfIt() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    request(key, LENGTH);
    assertThat(replies.get(0).getCrcFollows()).isTrue();
    drain(direct, new HashMap<>());
    request(key, LENGTH);
    SegmentMeta last = replies.get(replies.size() - 1);
    assertThat(last.hasCrc32C()).isTrue();
    assertThat(last.getCrc32C()).isEqualTo(Checksum.of(contents.get(key)));
  }

  /** Bytes that an earlier session sent are not sent again. They are read for the checksum once a reader has all of the segment. */
  @Test
  void whatAnEarlierSessionSentIsReadForTheChecksum() {
    SegmentCopy key = segment(0, 1);
    request(key, LENGTH / 2);
    SegmentMeta meta = replies.get(0);
    for (int[] range : new int[][] {{0, LENGTH / 3}, {LENGTH - 1_000, LENGTH}}) {
      outbox.ack(B, SegmentAck.newBuilder().addRanges(
          SegmentAck.Ranges.newBuilder().setSegment(meta.getSegment()).addBounds(range[0]).addBounds(range[1])).build());
    }
    request(key, LENGTH);
    int before = replies.size();
    outbox.tunnelUp(directTunnel);
    List<Frame> sent = drain(direct, new HashMap<>());
    assertThat(ranges(sent).asList()).containsExactly(new ByteRanges.ByteRange(LENGTH / 3, LENGTH - 1_000));
    assertThat(replies).hasSize(before + 1);
    assertThat(replies.get(before).getCrc32C()).isEqualTo(Checksum.of(contents.get(key)));
  }

  @Test
  void whatAnEarlierSessionSentAndNobodyCanReadIsSaid() {
    SegmentCopy key = segment(0, 1);
    unreadable = "gone";
    request(key, LENGTH);
    assertThat(replies).hasSize(1);
    outbox.ack(B, SegmentAck.newBuilder().addRanges(
        SegmentAck.Ranges.newBuilder().setSegment(replies.get(0).getSegment()).addBounds(0).addBounds(LENGTH)).build());
    assertThat(replies).hasSize(2);
    assertThat(replies.get(1).getProblem()).contains("gone");
  }

  @Test
  void bytesThatTheReceiverLostAreSentAgainWithTheirExplanation() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    request(key, LENGTH);
    List<Frame> all = drain(direct, new HashMap<>());
    assertThat(outbox.progress().get(0).acked()).isEqualTo(LENGTH);
    ack(all.get(0), true);
    assertThat(outbox.progress().get(0).outstanding()).isEqualTo(all.get(0).header().length());
    List<Frame> again = drain(direct, new HashMap<>());
    assertThat(ranges(again).asList()).isEqualTo(ranges(all.subList(0, 1)).asList());
    assertThat(outbox.progress().get(0).outstanding()).isZero();
  }

  @Test
  void nothingIsSentAheadWithoutCreditAndNothingBeyondIt() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    outbox.push(key, B);
    pump.run();
    Map<Long, SegmentCopy> explained = new HashMap<>();
    assertThat(data(direct, explained)).isEmpty();
    assertThat(explained).containsValue(key);
    outbox.credit(B, AheadCredit.newBuilder().setShuffle(SHUFFLE.value()).setBytes(150_000).build());
    List<Frame> sent = drain(direct, explained);
    assertThat(ranges(sent).size()).isBetween(100_000L, 150_000L);
    outbox.credit(B, AheadCredit.newBuilder().setShuffle(SHUFFLE.value()).setBytes(1 << 20).build());
    sent.addAll(drain(direct, explained));
    assertThat(ranges(sent).containsAll(0, LENGTH)).isTrue();
  }

  /** The receiver has all bytes that it has been informed of, so it has no reason to grant more credit. */
  @Test
  void whatIsLeftOfACreditAndTooLittleForAChunkAsksForMore() {
    SegmentCopy first = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    outbox.push(first, B);
    outbox.credit(B, AheadCredit.newBuilder().setShuffle(SHUFFLE.value()).setBytes(LENGTH + 5_000).build());
    Map<Long, SegmentCopy> explained = new HashMap<>();
    assertThat(ranges(drain(direct, explained)).containsAll(0, LENGTH)).isTrue();
    SegmentCopy second = segment(1, 1);
    outbox.push(second, B);
    assertThat(drain(direct, explained)).isEmpty();
    assertThat(explained).containsValue(second);
  }

  @Test
  void requestedBytesNeedNoCreditAndGoNoFurtherThanWanted() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    request(key, 100_000);
    Map<Long, SegmentCopy> explained = new HashMap<>();
    assertThat(ranges(drain(direct, explained)).toString()).isEqualTo(ranges(0, 100_000).toString());
    request(key, LENGTH);
    assertThat(ranges(drain(direct, explained)).toString()).isEqualTo(ranges(100_000, LENGTH).toString());
  }

  private static ByteRanges ranges(long start, long end) {
    ByteRanges ranges = new ByteRanges();
    ranges.add(start, end);
    return ranges;
  }

  @Test
  void requestedGoesBeforeAhead() {
    SegmentCopy ahead = segment(0, 1);
    SegmentCopy waited = segment(1, 2);
    outbox.push(ahead, B);
    outbox.credit(B, AheadCredit.newBuilder().setShuffle(SHUFFLE.value()).setBytes(1 << 20).build());
    request(waited, LENGTH);
    outbox.tunnelUp(directTunnel);
    Map<Long, SegmentCopy> explained = new HashMap<>();
    List<Frame> sent = drain(direct, explained);
    assertThat(explained.get(sent.get(0).header().segment())).isEqualTo(waited);
    int lastWaited = 0;
    for (int i = 0; i < sent.size(); i++) {
      lastWaited = explained.get(sent.get(i).header().segment()).equals(waited) ? i : lastWaited;
    }
    assertThat(sent.subList(0, lastWaited).stream().filter(frame -> explained.get(frame.header().segment()).equals(ahead)).count())
        .isLessThanOrEqualTo(2);
  }

  @Test
  void whatIsWithdrawnIsNotSentUntilItIsAskedForAgain() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    outbox.withdraw(key, B, LENGTH);
    outbox.push(key, B);
    outbox.credit(B, AheadCredit.newBuilder().setShuffle(SHUFFLE.value()).setBytes(1 << 20).build());
    Map<Long, SegmentCopy> explained = new HashMap<>();
    assertThat(drain(direct, explained)).isEmpty();
    assertThat(outbox.progress().get(0).withdrawn()).isEqualTo(LENGTH);
    request(key, LENGTH);
    assertThat(ranges(drain(direct, explained)).containsAll(0, LENGTH)).isTrue();
    assertThat(outbox.progress().get(0).withdrawn()).isZero();
    withdraw(key);
    assertThat(outbox.progress().get(0).withdrawn()).isZero();
  }

  @Test
  void aWithdrawalInTheMiddleStopsTheRest() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    request(key, LENGTH);
    Map<Long, SegmentCopy> explained = new HashMap<>();
    List<Frame> first = data(direct, explained);
    withdraw(key);
    assertThat(drain(direct, explained)).isEmpty();
    first.forEach(frame -> ack(frame, false));
    Outbox.Progress progress = outbox.progress().get(0);
    assertThat(progress.acked()).isEqualTo(ranges(first).size());
    assertThat(progress.acked() + progress.withdrawn()).isEqualTo(LENGTH);
    assertThat(progress.outstanding()).isZero();
  }

  @Test
  void whatCannotBeReadIsSaidAndWithdrawn() {
    SegmentCopy key = segment(0, 1);
    unreadable = "the handler is gone";
    outbox.tunnelUp(directTunnel);
    request(key, LENGTH);
    assertThat(replies.get(replies.size() - 1).getProblem()).isEqualTo("the handler is gone");
    assertThat(outbox.progress().get(0).outstanding()).isZero();
    request(SegmentCopy.first(SHUFFLE, OutputId.of(99), 1, "10.0.0.1"), 5);
    assertThat(replies.get(replies.size() - 1).getProblem()).isEqualTo("unknown");
  }

  @Test
  void anAcknowledgementThatNeverComesIsNotWaitedForForEver() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    request(key, 10_000);
    later();
    Map<Long, SegmentCopy> explained = new HashMap<>();
    assertThat(data(direct, explained)).isNotEmpty();
    nanos += 11_000_000_000L;
    outbox.tick();
    later();
    assertThat(ranges(drain(direct, explained)).containsAll(0, 10_000)).isTrue();
    assertThat(outbox.progress().get(0).acked()).isEqualTo(10_000);
  }

  @Test
  void anEndedShuffleIsForgotten() {
    SegmentCopy key = segment(0, 1);
    outbox.tunnelUp(directTunnel);
    request(key, LENGTH);
    Map<Long, SegmentCopy> explained = new HashMap<>();
    List<Frame> sent = data(direct, explained);
    outbox.dropShuffle(SHUFFLE);
    sent.forEach(frame -> ack(frame, false));
    assertThat(drain(direct, explained)).isEmpty();
    assertThat(outbox.progress()).isEmpty();
    assertThat(pump.hasWork()).isFalse();
  }
}
