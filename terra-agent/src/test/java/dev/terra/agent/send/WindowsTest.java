package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.pace.Rates;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.ChannelConfig;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Windows windows = new Windows();

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** Counts how often the bounds of its write buffer are set. */
  private static final class Told extends EmbeddedChannel {
    private final AtomicInteger times = new AtomicInteger();
    private final ChannelConfig counting = new DefaultChannelConfig(this) {
      @Override
      public ChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark mark) {
        times.incrementAndGet();
        return super.setWriteBufferWaterMark(mark);
      }
    };

    @Override
    public ChannelConfig config() {
      return counting == null ? super.config() : counting;
    }
  }

  private static final class Busy implements Rates {
    @Override
    public Map<Path, Double> of(Question question) {
      return Map.of(DIRECT, 10e6);
    }
  }

  /** Refreshes ten times a second set the rate of a tunnel only if it has changed, and set no rate of 0 in between. */
  @Test
  void aTunnelWhoseRateStaysIsToldOnce() {
    Told told = new Told();
    windows.add(TestTunnels.on(told, DIRECT, true, 9));
    Bundles bundles = new Bundles();
    OutBundle bundle = new OutBundle(new BundleId(new ShuffleId("job"), new SiteId("A"), B), Readers.IN_TURN,
        new CompressionChoice(1), Pacer::guava, Ticker.systemTicker());
    bundles.add(bundle);
    OutSegment segment = new OutSegment(new OutSegmentId(bundle.id(), 1),
        SegmentCopy.first(new ShuffleId("job"), OutputId.of(0), 0, "10.0.0.1"), new SegmentBook.Entry(SegmentBook.ServedAs.NOBODY, 9, 9));
    segment.want(9);
    bundle.add(segment);
    bundle.queue(segment, false);
    RateRefresh refresh = new RateRefresh(new Busy(), bundles, windows, new ReadAhead((part, reader) -> { },
        new BlockCutter(Compressor.off(), new BlockCutter.Permits(windows, new Busy()), Ticker.systemTicker(), ready -> { }), null));
    for (int i = 1; i <= 50; i++) {
      refresh.all(i * 100_000_000L);
    }
    assertThat(told.times).hasValue(1);
    told.finishAndReleaseAll();
  }

  private Tunnel add(Path path) {
    Tunnel tunnel = TestTunnels.on(channel, path, true, 9);
    windows.add(tunnel);
    return tunnel;
  }

  @Test
  void aPathWhoseTunnelsAreAllRetiredIsNotPlanned() {
    Tunnel one = add(DIRECT);
    Tunnel two = add(DIRECT);
    add(AROUND);
    TestTunnels.retire(one);
    assertThat(windows.planned(B)).as("another of its tunnels is planned").containsExactlyInAnyOrder(DIRECT, AROUND);
    TestTunnels.retire(two);
    assertThat(windows.planned(B)).containsExactly(AROUND);
    assertThat(windows.to(B)).as("what is under way on it arrives").containsKey(DIRECT);
  }
}
