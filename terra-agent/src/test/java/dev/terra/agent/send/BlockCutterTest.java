package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.compress.ProcessorBudget;
import dev.terra.agent.compress.SentChunk;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how bytes that were read are cut into blocks where chunks may be compressed and few are. */
class BlockCutterTest {
  private static final Path DIRECT = Path.of("A", "B");
  private static final int READ_BYTES = 1 << 20;
  private static final int READS = 32;
  private static final int NO_STEP = -1;

  private long nanos;
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Windows windows = new Windows();
  private final CompressionChoice choice = new CompressionChoice(.5);
  private final OutBundle bundle = new OutBundle(new BundleId(new ShuffleId("job_1_1"), new SiteId("A"), new SiteId("B")), Readers.NONE,
      choice, rate -> permits -> true, ticker);
  private final BlockCutter cutter = new BlockCutter(
      Compressor.on(new ProcessorBudget(1, 0), new Compressor.Threads(Runnable::run, Runnable::run, 2), ticker, null),
      new BlockCutter.Permits(windows, question -> Map.of()), ticker, ready -> { });

  BlockCutterTest() {
    windows.add(TestTunnels.on(channel, DIRECT, true, 9));
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** A block that is not compressed leaves no rest that would be a short chunk, because more chunks are more work for both ends. */
  @ParameterizedTest
  @ValueSource(doubles = {5e5, 3e6, 7e6, 10e6, 12.5e6, 125e6})
  void whatGoesAsItIsGoesInWholeChunks(double bytesPerSecond) {
    bundle.pacing().rates(Map.of(DIRECT, bytesPerSecond), Set.of(DIRECT), 0);
    int chunk = Pacer.chunkBytes(bytesPerSecond);
    OutSegment segment = segment(READ_BYTES);

    List<Block> blocks = cutter.blocks(bundle, segment, 0, Unpooled.buffer(READ_BYTES).writeZero(READ_BYTES));

    assertThat(blocks).hasSizeGreaterThan(1);
    assertThat(blocks.stream().mapToInt(Block::left).sum()).isEqualTo(READ_BYTES);
    assertThat(blocks.subList(0, blocks.size() - 1)).filteredOn(block -> block.compressed().isEmpty())
        .isNotEmpty().allMatch(block -> block.left() % chunk == 0);
    blocks.forEach(Block::release);
  }

  /**
   * A trial of uncompressed chunks is measured where its blocks leave. All of its blocks belong to the trial, and each block is one chunk.
   */
  @Test
  void theBlocksOfATrialAreEnoughToMeasureIt() {
    double rate = 125e6;
    int chunk = Pacer.chunkBytes(rate);
    bundle.pacing().rates(Map.of(DIRECT, rate), Set.of(DIRECT), 0);
    untilATrial(rate);
    int trial = choice.step();
    OutSegment segment = segment(READS * READ_BYTES);

    List<Block> blocks = new ArrayList<>();
    for (int read = 0; read < READS * READ_BYTES; read += READ_BYTES) {
      blocks.addAll(cutter.blocks(bundle, segment, read, Unpooled.buffer(READ_BYTES).writeZero(READ_BYTES)));
    }

    List<Block> measured = blocks.stream().filter(block -> block.step() == trial).toList();
    assertThat(measured).hasSizeGreaterThan(8).allMatch(block -> block.left() == chunk);
    for (Block block : measured) {
      assertThat(choice.step()).isIn(trial, NO_STEP);
      nanos += 2_000_000;
      choice.sent(new SentChunk(block.left(), block.left()), block.step(), rate, nanos);
    }
    assertThat(choice.step()).as("the trial has a result").isGreaterThan(trial);
    blocks.forEach(Block::release);
  }

  /** Sends bytes so slowly that a trial begins. */
  private void untilATrial(double rate) {
    choice.planned(rate, nanos);
    OutSegment segment = segment(READ_BYTES);
    for (int read = 0; choice.blockRatio() > 1; read++) {
      assertThat(read).as("a trial begins soon").isLessThan(10_000);
      for (Block block : cutter.blocks(bundle, segment, 0, Unpooled.buffer(READ_BYTES).writeZero(READ_BYTES))) {
        nanos += 10_000_000;
        int wireBytes = block.compressed().isPresent() ? block.left() / 4 : block.left();
        choice.sent(new SentChunk(block.left(), wireBytes), block.step(), rate, nanos);
        block.release();
      }
    }
  }

  private OutSegment segment(int bytes) {
    return new OutSegment(new OutSegmentId(bundle.id(), 1), SegmentCopy.first(bundle.id().shuffle(), OutputId.of(1), 1, "a"),
        new SegmentBook.Entry(new SegmentBook.ServedAs("u", "m"), bytes, bytes));
  }
}
