package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how bundles begin and end on two paths of the same rate, one of which is twenty times as long as the other. */
class FirstAndLastBytesTest {
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");
  private static final double RATE = 1e6;
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final EmbeddedChannel directChannel = new EmbeddedChannel();
  private final EmbeddedChannel aroundChannel = new EmbeddedChannel();
  private final Tunnel direct = TestTunnels.on(directChannel, DIRECT, true, 1);
  private final Tunnel around = TestTunnels.on(aroundChannel, AROUND, true, 2);
  private int length;
  private long nanos;
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };
  private final SegmentAnswers answers = new SegmentAnswers(TestReplies.unread());
  private final Pump pump = VirtualLimiter.pump(new Pump.Supply(new SegmentSource() {
    @Override
    public void read(Part part, Reader reader) {
      reader.read(Bytes.of(Unpooled.buffer(part.length()).writeZero(part.length())));
    }
  }, question -> Map.of(DIRECT, RATE, AROUND, RATE)), answers, new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)), ticker);
  private final Outbox outbox = new Outbox(new SiteId("A"), new SegmentBook() {
    @Override
    public Entry find(SegmentCopy key) {
      return new Entry(new ServedAs("u", "m"), length, length);
    }

    @Override
    public Readers readers(ShuffleId shuffle) {
      return Readers.IN_TURN;
    }
  }, pump, ticker, 1_000);

  @BeforeEach
  void measure() {
    TestTunnels.measured(direct, SHORT_NANOS);
    TestTunnels.measured(around, LONG_NANOS);
  }

  @AfterEach
  void close() {
    directChannel.finishAndReleaseAll();
    aroundChannel.finishAndReleaseAll();
  }

  @Test
  void smallBundlesAreThereBeforeTheLongPathBringsAnything() {
    send(100_000, 200);
    assertThat(dataOn(directChannel)).isEqualTo(100_000);
    assertThat(dataOn(aroundChannel)).isZero();
  }

  @Test
  void largeOnesUseBothAndEndOnTheShortOne() {
    send(600_000, 60);
    assertThat(dataOn(directChannel)).isBetween(250_000L, 400_000L);
    assertThat(dataOn(aroundChannel)).as("until 190 ms before the end").isBetween(100_000L, 260_000L);
    pumpFor(150);
    assertThat(dataOn(aroundChannel)).isLessThan(40_000L);
  }

  @Test
  void theLongPathIsTakenWhereTheShortOneIsGone() {
    outbox.tunnelUp(around);
    request(100_000);
    pumpFor(100);
    assertThat(dataOn(aroundChannel)).isEqualTo(100_000);
  }

  @Test
  void bundlesBeginWithAPartOfWhatTheirReceiverSaidLastUnlessThatIsAway() {
    outbox.tunnelUp(direct);
    push("job_1_1", 50_000);
    assertThat(dataOn(directChannel)).as("it has said nothing").isZero();
    outbox.credit(B, AheadCredit.newBuilder().setShuffle("job_1_1").setBytes(800_000).build());
    pumpFor(200);
    assertThat(dataOn(directChannel)).isEqualTo(50_000);
    push("job_1_2", 50_000);
    assertThat(dataOn(directChannel)).isEqualTo(50_000);
    push("job_1_3", 200_000);
    assertThat(dataOn(directChannel)).as("a quarter of what the other has left of 400,000").isEqualTo(75_000);
    outbox.tunnelDown(direct);
    outbox.tunnelUp(direct);
    push("job_1_4", 50_000);
    assertThat(dataOn(directChannel)).isZero();
  }

  private void push(String shuffle, int bytes) {
    length = bytes;
    outbox.push(SegmentCopy.first(new ShuffleId(shuffle), OutputId.of(0), 0, "10.0.0.1"), B);
    pumpFor(200);
  }

  private void send(int bytes, int ticks) {
    outbox.tunnelUp(direct);
    outbox.tunnelUp(around);
    request(bytes);
    pumpFor(ticks);
  }

  private void request(int bytes) {
    length = bytes;
    outbox.request(B, SegmentRequest.newBuilder().setShuffle(SHUFFLE.value()).setPartition(0).setOriginIp("10.0.0.1")
        .addOutputs(OutputId.of(0).toMessage()).addWantedBytes(bytes).build());
  }

  private void pumpFor(int ticks) {
    for (int i = 0; i < ticks; i++) {
      nanos += TICK_NANOS;
      pump.refreshRates();
      pump.runDue();
    }
  }

  private static long dataOn(EmbeddedChannel channel) {
    return TestTunnels.sent(channel).stream().filter(frame -> frame.header().type() == FrameType.DATA)
        .mapToLong(frame -> frame.header().length()).sum();
  }
}
