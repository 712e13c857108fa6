package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.compress.ProcessorBudget;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How what has been read is cut where chunks may be compressed, and few are. */
class BlockCutterTest {
  private static final Ticker TICKER = new Ticker() {
    @Override
    public long read() {
      return 0;
    }
  };
  private static final Path DIRECT = Path.of("A", "B");
  private static final int READ_BYTES = 1 << 20;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Windows windows = new Windows();
  private final OutBundle bundle = new OutBundle(new BundleId(new ShuffleId("job_1_1"), new SiteId("A"), new SiteId("B")), Readers.NONE,
      new CompressionChoice(0), rate -> permits -> true, TICKER);
  private final BlockCutter cutter = new BlockCutter(
      Compressor.on(new ProcessorBudget(1, 0), new Compressor.Threads(Runnable::run, Runnable::run, 2), TICKER, null),
      new BlockCutter.Permits(windows, question -> Map.of()), TICKER, ready -> { });

  BlockCutterTest() {
    windows.add(TestTunnels.on(channel, DIRECT, true, 9));
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** A block that goes as it is has no rest that would be a short chunk: more chunks are more work for both ends. */
  @ParameterizedTest
  @ValueSource(doubles = {5e5, 3e6, 7e6, 10e6, 12.5e6, 125e6})
  void whatGoesAsItIsGoesInWholeChunks(double bytesPerSecond) {
    bundle.pacing().rates(Map.of(DIRECT, bytesPerSecond), Set.of(DIRECT), 0);
    int chunk = Pacer.chunkBytes(bytesPerSecond);
    OutSegment segment = new OutSegment(new OutSegmentId(bundle.id(), 1), SegmentCopy.first(bundle.id().shuffle(), OutputId.of(1), 1, "a"),
        new SegmentBook.Entry(new SegmentBook.ServedAs("u", "m"), READ_BYTES, READ_BYTES));

    List<Block> blocks = cutter.blocks(bundle, segment, 0, Unpooled.buffer(READ_BYTES).writeZero(READ_BYTES));

    assertThat(blocks.stream().mapToInt(Block::left).sum()).isEqualTo(READ_BYTES);
    assertThat(blocks.subList(0, blocks.size() - 1)).allMatch(block -> block.left() % chunk == 0);
    blocks.forEach(Block::release);
  }
}
