package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.pace.Rates;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests bundles of small fetches beside one of bulk. */
class SmallBundlesTest {
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final ShuffleId BULK = new ShuffleId("job_1_1");
  private static final ShuffleId NORMAL = new ShuffleId("job_1_2");
  private static final ShuffleId INTERACTIVE = new ShuffleId("job_1_3");
  private static final int LENGTH = 4_000;
  private static final double SMALL_RATE = 1e6;

  private final EmbeddedChannel channel = new EmbeddedChannel();
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
      return question.bundle().shuffle().equals(BULK) ? Map.of(DIRECT, SMALL_RATE) : Map.of();
    }

    @Override
    public Map<Path, Double> ofSmall(Question question) {
      return Map.of(DIRECT, SMALL_RATE);
    }
  };
  private final SegmentAnswers answers = new SegmentAnswers(TestReplies.unread());
  private final Pump pump = VirtualLimiter.pump(new Pump.Supply(
      (part, reader) -> reader.read(SegmentSource.Bytes.of(Unpooled.buffer(part.length()).writeZero(part.length()))), rates), answers,
      new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)), ticker);
  private final SegmentBook book = new SegmentBook() {
    @Override
    public Entry find(SegmentCopy key) {
      return new Entry(new ServedAs("u", "m"), LENGTH, LENGTH);
    }

    @Override
    public Readers readers(ShuffleId shuffle) {
      return Readers.IN_TURN;
    }
  };
  private final Outbox outbox = new Outbox(new SiteId("A"), book, pump, ticker, 1_000);

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void request(ShuffleId shuffle) {
    outbox.request(B, SegmentRequest.newBuilder().setShuffle(shuffle.value()).setPartition(0).setOriginIp("10.0.0.1")
        .addOutputs(OutputId.of(0).toMessage()).addWantedBytes(LENGTH).build());
  }

  /** Returns the shuffles whose bytes were sent, in the order of sending. */
  private List<String> sent() {
    outbox.tunnelUp(TestTunnels.on(channel, DIRECT, true, 9));
    for (int tick = 0; tick < 100; tick++) {
      nanos += 1_000_000;
      pump.runDue();
    }
    Map<Long, String> names = new HashMap<>();
    List<Frame> frames = TestTunnels.sent(channel);
    frames.stream().filter(frame -> frame.header().type() == FrameType.META).map(frame -> frame.message(SegmentMeta.parser()))
        .forEach(meta -> names.put(meta.getSegment(), meta.getShuffle()));
    return frames.stream().filter(frame -> frame.header().type() == FrameType.DATA)
        .map(frame -> names.get(frame.header().segment())).distinct().toList();
  }

  @Test
  void theMostUrgentClassGoesFirst() {
    request(BULK);
    request(NORMAL);
    request(INTERACTIVE);
    outbox.classify(NORMAL, B, LatencyClass.NORMAL);
    outbox.classify(INTERACTIVE, B, LatencyClass.INTERACTIVE);
    assertThat(pump.bundles().working()).extracting(bundle -> bundle.id().shuffle()).containsExactly(INTERACTIVE, NORMAL, BULK);
    assertThat(sent()).containsExactlyInAnyOrder(INTERACTIVE.value(), NORMAL.value(), BULK.value());
  }

  @Test
  void theAccountsOfAShuffleAreItsOwn() {
    request(BULK);
    request(NORMAL);
    assertThat(outbox.progress(NORMAL)).singleElement().satisfies(bundle -> assertThat(bundle.id().shuffle()).isEqualTo(NORMAL));
  }

  @Test
  void theyAskNothingOfTheSchedule() {
    outbox.classify(NORMAL, B, LatencyClass.NORMAL);
    request(NORMAL);
    assertThat(outbox.progress()).singleElement().satisfies(progress -> {
      assertThat(progress.requestedOutstanding()).isZero();
      assertThat(progress.outstanding()).as("each fetch would be a round of the schedule").isZero();
      assertThat(progress.underWay()).isZero();
    });
    outbox.classify(NORMAL, B, LatencyClass.BULK);
    assertThat(outbox.progress()).singleElement()
        .satisfies(progress -> {
          assertThat(progress.requestedOutstanding()).as("it is planned by now").isEqualTo(LENGTH);
          assertThat(progress.outstanding()).isEqualTo(LENGTH);
        });
  }
}
