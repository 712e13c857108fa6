package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.SegmentAck;
import dev.terra.core.latency.LatencyClass;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;

/** Tests which accounts are looked at many times a second. No account that has changed is left out, whatever happens to bundles. */
class ChangedBundlesTest {
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final int SHUFFLES = 3;
  private static final int MAPS = 4;
  private static final int LENGTH = 100_000;
  private static final int STEPS = 120;

  private long acknowledged;

  @Property(tries = 300)
  void noChangeIsLeftOut(@ForAll long seed) {
    Random random = new Random(seed);
    try (Bed bed = new Bed()) {
      bed.tunnel();
      for (int step = 0; step < STEPS; step++) {
        bed.change(random);
        if (random.nextInt(4) == 0) {
          bed.outbox.takeChanged().forEach(bundle -> bed.seen.put(bundle.id(), bundle));
          for (Outbox.Progress bundle : bed.outbox.progress()) {
            assertThat(bed.seen.get(bundle.id())).as("step %d", step).isEqualTo(bundle);
          }
        }
        assertThat(bed.pump.bundles().working())
            .containsExactlyInAnyOrderElementsOf(bed.pump.bundles().all().stream().filter(OutBundle::hasWork).toList());
        assertThat(bed.pump.hasWork()).isEqualTo(!bed.pump.bundles().working().isEmpty());
      }
      acknowledged += bed.acknowledgedBytes;
    }
  }

  /** Without this, there might be no try in which any bytes were on their way. */
  @AfterProperty
  void someBytesWereAcknowledged() {
    assertThat(acknowledged).isPositive();
  }

  /** A bundle that has nothing to send and nothing on its way is looked at once, and not again. */
  @Property(tries = 50)
  void whatRestsIsNotLookedAt(@ForAll long seed) {
    Random random = new Random(seed);
    try (Bed bed = new Bed()) {
      bed.tunnel();
      for (int step = 0; step < STEPS; step++) {
        bed.change(random);
      }
      bed.outbox.takeChanged();
      assertThat(bed.outbox.takeChanged()).allMatch(bundle -> bed.pump.windows().underWay(bundle.id()) > 0
          || bed.pump.bundles().find(bundle.id()).orElseThrow().hasWork());
      acknowledged += bed.acknowledgedBytes;
    }
  }

  /** A site's outbox, and the progress that was last taken from it. */
  private static final class Bed implements AutoCloseable {
    private final EmbeddedChannel direct = new EmbeddedChannel();
    private final Tunnel tunnel = TestTunnels.on(direct, DIRECT, true, 9);
    private long nanos;
    private final Ticker ticker = new Ticker() {
      @Override
      public long read() {
        return nanos;
      }
    };
    private final SegmentSource source = new SegmentSource() {
      @Override
      public void read(Part part, Reader reader) {
        reader.read(Bytes.of(Unpooled.wrappedBuffer(new byte[part.length()])));
      }
    };
    private final Pump pump = VirtualLimiter.pump(new Pump.Supply(source, question -> Map.of(DIRECT, 1e6)),
        new SegmentAnswers(TestReplies.to((site, type, meta) -> true)), new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)), ticker);
    private final Outbox outbox = new Outbox(new SiteId("A"),
        key -> new SegmentBook.Entry(new SegmentBook.ServedAs("u", "m"), LENGTH, LENGTH), pump, ticker, 1_000);
    private final Map<BundleId, Outbox.Progress> seen = new HashMap<>();
    private boolean up;
    private long acknowledgedBytes;

    @Override
    public void close() {
      outbox.close();
      direct.finishAndReleaseAll();
    }

    private void change(Random random) {
      ShuffleId shuffle = new ShuffleId("job_1_" + random.nextInt(SHUFFLES));
      SegmentCopy key = SegmentCopy.first(shuffle, OutputId.of(random.nextInt(MAPS)), 0, "10.0.0.1");
      switch (random.nextInt(10)) {
        case 0 -> outbox.request(B, key.request().addOutputs(key.output().toMessage()).addWantedBytes(LENGTH).build());
        case 1 -> outbox.push(key, B);
        case 2 -> outbox.withdraw(key, B, LENGTH);
        case 3 -> outbox.credit(B, AheadCredit.newBuilder().setShuffle(shuffle.value()).setBytes(random.nextInt(LENGTH)).build());
        case 4 -> outbox.classify(shuffle, B, random.nextBoolean() ? LatencyClass.BULK : LatencyClass.NORMAL);
        case 5 -> tunnel();
        case 6 -> acknowledge(random);
        case 7 -> pump.run();
        case 8 -> dropRarely(random, shuffle);
        default -> {
          nanos += random.nextInt(200_000_000);
          pump.runDue();
        }
      }
    }

    private void tunnel() {
      up = !up;
      if (up) {
        outbox.tunnelUp(tunnel);
      } else {
        outbox.tunnelDown(tunnel);
      }
    }

    private void acknowledge(Random random) {
      List<Frame> sent = TestTunnels.sent(direct);
      for (Frame frame : sent) {
        if (frame.header().type() == FrameType.DATA) {
          long start = frame.header().offset();
          acknowledgedBytes += frame.header().length();
          outbox.ack(B, SegmentAck.newBuilder().addRanges(SegmentAck.Ranges.newBuilder().setSegment(frame.header().segment())
              .addBounds(start).addBounds(start + frame.header().length()).setResend(random.nextInt(5) == 0)).build());
        }
      }
    }

    private void dropRarely(Random random, ShuffleId shuffle) {
      if (random.nextInt(8) == 0) {
        outbox.dropShuffle(shuffle);
      }
    }
  }
}
