package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.pace.Rates;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what a bundle with a waiting reader gets in addition to what the schedule gives it. */
class FloorTest {
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");
  private static final int LENGTH = 10_000_000;
  private static final double FLOOR = 20_000;
  private static final double TINY_FLOOR = 200;
  private static final int SECONDS = 20;
  private static final int TICKS = SECONDS * 100;
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final ShuffleId LARGE = new ShuffleId("job_1_0");
  private static final double LARGE_RATE = 100_000;
  private static final double SMALL_RATE = 1_500;
  private static final int CROWD = 20;
  private static final double CROWDED_RATE = 480;
  private static final long SLOW_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Map<Path, Double> scheduled = new HashMap<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Tunnel tunnel = TestTunnels.on(channel, DIRECT, true, 9);
  private double floor = FLOOR;
  private Readers order = Readers.IN_TURN;
  private int largeLength = LENGTH;
  private Map<Path, Double> scheduledToB = Map.of();
  private boolean refreshing = true;
  private boolean forbidden;
  private final Map<Long, ShuffleId> described = new HashMap<>();
  private long nanos;
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };
  private final Rates rates = new Rates() {
    @Override
    public Map<Path, Double> of(Question question) {
      return question.bundle().shuffle().equals(LARGE) ? Map.of(DIRECT, LARGE_RATE) : scheduled;
    }

    @Override
    public Map<Path, Double> scheduled(SiteId to) {
      return scheduledToB;
    }

    @Override
    public double floor(Question question) {
      return floor;
    }

    @Override
    public Set<Path> allowed(BundleId bundle, Set<Path> paths) {
      return forbidden ? Set.of() : paths;
    }
  };
  private final SegmentAnswers answers = new SegmentAnswers(TestReplies.unread());
  private final Pump pump = VirtualLimiter.pump(new Pump.Supply(new SegmentSource() {
    @Override
    public void read(Part part, Reader reader) {
      reader.read(Bytes.of(Unpooled.buffer(part.length()).writeZero(part.length())));
    }
  }, rates), answers, new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)), ticker);
  private final SegmentBook book = new SegmentBook() {
    @Override
    public Entry find(SegmentCopy key) {
      int length = key.shuffle().equals(LARGE) ? largeLength : LENGTH;
      return new Entry(new ServedAs("u", "m"), length, length);
    }

    @Override
    public Readers readers(ShuffleId shuffle) {
      return order;
    }
  };
  private final Outbox outbox = new Outbox(new SiteId("A"), book, pump, ticker, 1_000);

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @Test
  void aBundleWithoutARateGetsTheFloor() {
    assertThat(bytesPerSecond()).isBetween(0.8 * FLOOR, 1.2 * FLOOR + Pacer.MIN_CHUNK_BYTES);
  }

  @Test
  void aScheduledBundleGetsWhatIsScheduledHoweverLittle() {
    scheduled.put(DIRECT, FLOOR / 4);

    assertThat(bytesPerSecond()).isBetween(0.1 * FLOOR, 0.5 * FLOOR);
  }

  @Test
  void nothingGoesOnAPathThatItsBundleMayNotTakeThoughAReaderWaits() {
    forbidden = true;
    assertThat(bytesPerSecond()).isZero();
    forbidden = false;
    scheduled.put(DIRECT, FLOOR);
    assertThat(bytesPerSecond()).isPositive();
  }

  @Test
  void aFloorThatManyShareStillBringsBytesEveryFewSeconds() {
    floor = TINY_FLOOR;

    assertThat(bytesPerSecond()).isBetween(0.8 * TINY_FLOOR, 1.6 * TINY_FLOOR);
  }

  /** Where acknowledgements take longer than expected, as over full queues, the tunnel never has room for long. */
  @Test
  void aSmallRateGetsItsBytesIntoATunnelThatAnotherBundleFills() {
    scheduled.put(DIRECT, SMALL_RATE);
    outbox.tunnelUp(tunnel);
    request(LARGE);
    request(SHUFFLE);
    Set<Long> small = new HashSet<>();
    Map<Frame, Long> unanswered = new LinkedHashMap<>();
    long sent = 0;
    for (int i = 0; i < TICKS; i++) {
      for (Frame frame : sentInTheNextTick()) {
        if (frame.header().type() == FrameType.META && frame.message(SegmentMeta.parser()).getShuffle().equals(SHUFFLE.value())) {
          small.add(frame.message(SegmentMeta.parser()).getSegment());
        } else if (frame.header().type() == FrameType.DATA) {
          sent += small.contains(frame.header().segment()) ? frame.header().length() : 0;
          unanswered.put(frame, nanos);
        }
      }
      List<Frame> answered = unanswered.keySet().stream().filter(frame -> nanos - unanswered.get(frame) >= SLOW_ANSWER_NANOS).toList();
      answered.forEach(unanswered::remove);
      answered.forEach(this::acknowledge);
    }
    assertThat((double) sent / SECONDS).isBetween(0.5 * SMALL_RATE, 1.6 * SMALL_RATE);
  }

  /** The next bundle has the rate until the controller has received a report about the first one and its next epoch has arrived. */
  @Test
  void whatABundleLeavesThatIsDoneGoesToTheNextToThatSite() {
    scheduledToB = Map.of(DIRECT, LARGE_RATE);
    floor = SMALL_RATE;
    largeLength = (int) (LARGE_RATE * SECONDS / 2);
    outbox.tunnelUp(tunnel);
    request(LARGE, 0);
    request(SHUFFLE, 0);
    pump.refreshRates();
    refreshing = false;
    Map<ShuffleId, Double> first = bytesPerSecondByShuffle(SECONDS / 2);
    assertThat(first.get(LARGE)).isBetween(0.8 * LARGE_RATE, 1.1 * LARGE_RATE);
    assertThat(first.get(SHUFFLE)).isLessThan(0.1 * LARGE_RATE);

    Map<ShuffleId, Double> second = bytesPerSecondByShuffle(SECONDS / 2);
    assertThat(second.get(LARGE)).isLessThan(0.2 * LARGE_RATE);
    assertThat(second.get(LARGE) + second.get(SHUFFLE)).isBetween(0.8 * LARGE_RATE, 1.1 * LARGE_RATE);

    request(LARGE, 1);
    Map<ShuffleId, Double> third = bytesPerSecondByShuffle(SECONDS / 4);
    assertThat(third.get(LARGE)).as("its own rate").isBetween(0.8 * LARGE_RATE, 1.1 * LARGE_RATE);
    assertThat(third.get(SHUFFLE)).isLessThan(0.2 * LARGE_RATE);
  }

  private Map<ShuffleId, Double> bytesPerSecondByShuffle(int seconds) {
    Map<ShuffleId, Double> sent = new HashMap<>(Map.of(LARGE, 0.0, SHUFFLE, 0.0));
    for (int i = 0; i < seconds * TICKS / SECONDS; i++) {
      for (Frame frame : sentInTheNextTick()) {
        if (frame.header().type() == FrameType.META) {
          SegmentMeta meta = frame.message(SegmentMeta.parser());
          described.put(meta.getSegment(), new ShuffleId(meta.getShuffle()));
        } else if (frame.header().type() == FrameType.DATA) {
          sent.merge(described.get(frame.header().segment()), (double) frame.header().length() / seconds, Double::sum);
          acknowledge(frame);
        }
      }
    }
    return sent;
  }

  /** At the lower rate, what was read for one of the readers at the higher rate takes a minute to send. */
  @Test
  void readersOfABundleTakeTurnsHoweverSlowItHasBecome() {
    scheduled.put(DIRECT, LARGE_RATE);
    outbox.tunnelUp(tunnel);
    request(SHUFFLE, 0);
    request(SHUFFLE, 1);
    Map<Long, Integer> readers = new HashMap<>();
    bytesByReader(readers);
    scheduled.put(DIRECT, SMALL_RATE);

    Map<Integer, Long> sent = bytesByReader(readers);
    assertThat(sent).containsOnlyKeys(0, 1);
    assertThat(sent.values()).allSatisfy(bytes -> assertThat((double) bytes / SECONDS).isBetween(0.3 * SMALL_RATE, 0.7 * SMALL_RATE));
  }

  /**
   * A reader gives up after a minute without a byte. Each reader gets a byte in less than half a minute, whether rates are steady or change
   * when something has just been read for it.
   */
  @Test
  void readersInAnOrderSeeBytesInTimeHoweverSlowItIs() {
    order = Readers.IN_ORDER;
    outbox.tunnelUp(tunnel);
    request(SHUFFLE, 2);
    request(SHUFFLE, 0);
    request(SHUFFLE, 1);
    Map<Long, Integer> readers = new HashMap<>();
    for (double rate : new double[] {LARGE_RATE, FLOOR, SMALL_RATE, LARGE_RATE, 0, FLOOR, SMALL_RATE, FLOOR}) {
      scheduled.put(DIRECT, rate);
      floor = SMALL_RATE;
      assertThat(bytesByReader(readers)).as("within %d s at %.0f bytes/s", SECONDS, rate).containsOnlyKeys(0, 1, 2);
    }
    scheduled.put(DIRECT, LARGE_RATE);
    assertThat((double) bytesByReader(readers).get(0) / SECONDS).as("the first one's").isGreaterThan(0.7 * LARGE_RATE);
  }

  /** This happens when the reducers of a large stage meet at a site and their shuffle has to wait for others. */
  @ParameterizedTest
  @EnumSource(names = {"IN_TURN", "IN_ORDER"})
  void aCrowdOfReadersSeesBytesInTimeHoweverSlowItIs(Readers crowd) {
    order = crowd;
    outbox.tunnelUp(tunnel);
    Set<Integer> all = IntStream.range(0, CROWD).boxed().collect(Collectors.toSet());
    all.forEach(reduce -> request(SHUFFLE, reduce));
    Map<Long, Integer> readers = new HashMap<>();
    for (double rate : new double[] {LARGE_RATE, CROWDED_RATE, SMALL_RATE, FLOOR, CROWDED_RATE}) {
      scheduled.put(DIRECT, rate);
      assertThat(bytesByReader(readers).keySet()).as("within %d s at %.0f bytes/s", SECONDS, rate).isEqualTo(all);
    }
  }

  /**
   * Returns the bytes that were sent for each reader. The readers of segments are added to {@code readers} as the segments are described.
   */
  private Map<Integer, Long> bytesByReader(Map<Long, Integer> readers) {
    Map<Integer, Long> sent = new HashMap<>();
    for (int i = 0; i < TICKS; i++) {
      for (Frame frame : sentInTheNextTick()) {
        if (frame.header().type() == FrameType.META) {
          SegmentMeta meta = frame.message(SegmentMeta.parser());
          readers.put(meta.getSegment(), meta.getPartition());
        } else if (frame.header().type() == FrameType.DATA) {
          sent.merge(readers.get(frame.header().segment()), (long) frame.header().length(), Long::sum);
          acknowledge(frame);
        }
      }
    }
    return sent;
  }

  private void request(ShuffleId shuffle) {
    request(shuffle, 0);
  }

  private void request(ShuffleId shuffle, int reduce) {
    outbox.request(B, SegmentRequest.newBuilder().setShuffle(shuffle.value()).setPartition(reduce).setOriginIp("10.0.0.1")
        .addOutputs(OutputId.of(0).toMessage()).addWantedBytes(LENGTH).build());
  }

  private double bytesPerSecond() {
    outbox.tunnelUp(tunnel);
    request(SHUFFLE);
    long sent = 0;
    for (int i = 0; i < TICKS; i++) {
      for (Frame frame : sentInTheNextTick()) {
        if (frame.header().type() == FrameType.DATA) {
          sent += frame.header().length();
          acknowledge(frame);
        }
      }
    }
    return (double) sent / SECONDS;
  }

  private List<Frame> sentInTheNextTick() {
    nanos += TICK_NANOS;
    if (refreshing) {
      pump.refreshRates();
    }
    pump.runDue();
    return TestTunnels.sent(channel);
  }

  private void acknowledge(Frame frame) {
    long start = frame.header().offset();
    outbox.ack(B, SegmentAck.newBuilder().addRanges(SegmentAck.Ranges.newBuilder().setSegment(frame.header().segment())
        .addBounds(start).addBounds(start + frame.header().length())).build());
  }
}
