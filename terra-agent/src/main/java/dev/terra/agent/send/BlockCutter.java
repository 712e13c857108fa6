package dev.terra.agent.send;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.CompressedChunk;
import dev.terra.agent.compress.Compression;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.pace.Rates;
import dev.terra.core.shuffle.BundleId;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cuts bytes that have been read into blocks, and has the chosen blocks compressed. Where the chunks of a bundle must not be compressed,
 * all bytes become one block. Elsewhere each compressed chunk has a block of its own, and a block of uncompressed bytes spans several whole
 * chunks. It is used on the agent's thread only.
 */
final class BlockCutter {
  /** Fewer bytes than this are not compressed: most of what they take on the tunnel is the head of a frame, compressed or not. */
  private static final int FEWEST_BYTES = 1 << 10;

  private final Compressor compressor;
  private final Permits permits;
  private final Ticker ticker;
  private final Consumer<OutBundle> ready;

  /**
   * The rule for which chunks may be compressed: the receiving agent must restore them, and the controller must not forbid it for the
   * shuffle.
   */
  record Permits(Windows windows, Rates rates) {
    private boolean has(BundleId bundle) {
      return windows.restores(bundle.to()) && rates.mayCompress(bundle.shuffle());
    }
  }

  /**
   * Creates a cutter.
   *
   * @param permits the rule for which chunks may be compressed
   * @param ready called with a bundle when one of its chunks has been compressed
   */
  BlockCutter(Compressor compressor, Permits permits, Ticker ticker, Consumer<OutBundle> ready) {
    this.compressor = compressor;
    this.permits = permits;
    this.ticker = ticker;
    this.ready = ready;
  }

  /** Returns the blocks of bytes that have been read of a segment. The blocks own the bytes from this call on. */
  List<Block> blocks(OutBundle bundle, OutSegment segment, long start, ByteBuf data) {
    if (!compressor.isOn() || data.readableBytes() < FEWEST_BYTES || !permits.has(bundle.id())) {
      return List.of(new Block(segment, start, data, bundle.compression().step()));
    }
    List<Block> blocks = new ArrayList<>();
    long at = start;
    CompressionChoice choice = bundle.compression();
    while (data.isReadable()) {
      long nowNanos = ticker.read();
      int step = choice.step(); // chooseNext changes the step, the ratio and when a try is due
      int compressed = choice.mostBytes(compressedBytes(bundle), nowNanos);
      int plain = wholeChunks(bundle);
      boolean isChosen = data.readableBytes() >= FEWEST_BYTES && choice.chooseNext(nowNanos);
      int wanted = isChosen ? compressed : plain;
      int length = data.readableBytes() < wanted + FEWEST_BYTES
          ? Math.min(data.readableBytes(), CompressedChunk.MOST_PLAIN_BYTES) : wanted;
      Block block = new Block(segment, at, data.readRetainedSlice(length), step);
      blocks.add(block);
      at += length;
      if (isChosen) {
        compress(bundle, block);
      }
    }
    data.release();
    compressor.run();
    return blocks;
  }

  private void compress(OutBundle bundle, Block block) {
    CompressionChoice choice = bundle.compression();
    block.compressedBy(compressor.add(block.plain(), new Compression.Order(choice, () -> ready.accept(bundle))));
  }

  /** Returns the number of plain bytes whose compressed chunk takes about as long on the fastest path as a chunk of uncompressed bytes. */
  private static int compressedBytes(OutBundle bundle) {
    double plain = plainBytes(bundle) * bundle.compression().blockRatio();
    return (int) Math.max(Pacer.MIN_CHUNK_BYTES, Math.min(plain, CompressedChunk.MOST_PLAIN_BYTES));
  }

  /**
   * Returns the length of a block that is sent uncompressed: about that of {@link #compressedBytes}, and a multiple of the longest chunk.
   */
  private static int wholeChunks(OutBundle bundle) {
    int chunk = plainBytes(bundle);
    return Math.max(1, compressedBytes(bundle) / chunk) * chunk;
  }

  /** Returns the length of the longest uncompressed chunk on the fastest path. */
  private static int plainBytes(OutBundle bundle) {
    return Pacer.chunkBytes(bundle.pacing().paced().values().stream().mapToDouble(Pacer::rate).max()
        .orElse(bundle.pacing().floor().rate()));
  }
}
