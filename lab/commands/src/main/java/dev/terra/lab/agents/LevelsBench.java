package dev.terra.lab.agents;

import dev.terra.agent.compress.ChunkCompressor;
import dev.terra.agent.compress.CompressedChunk;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A measurement of what Zstandard's levels cost and save for the blocks of a bundle. Each level is a point (processor
 * time, bytes on links). Mixes of levels are the convex hull of these points and of the point (0, 1) of an uncompressed
 * block. A level is worth using only if it is a corner of the hull's lower edge.
 */
final class LevelsBench {
  private LevelsBench() {}

  /**
   * The measurements of a level.
   *
   * @param nanosPerByte processor time for a plain byte, the median of all rounds
   * @param wireShare bytes on links for each plain byte; 1 for blocks that do not shrink by a tenth
   */
  record Level(int level, double nanosPerByte, double wireShare) {}

  /**
   * A level, and whether it is worth using beside the others.
   *
   * @param corner whether it is a corner of the lower edge
   */
  record Row(Level level, boolean corner) {}

  /** Measures levels for some bytes, which are compressed in blocks of a given length, once in each round. */
  static List<Row> run(byte[] bytes, int blockBytes, List<Integer> levels, int rounds) {
    List<Level> measured = new ArrayList<>();
    ByteBuf all = Unpooled.directBuffer(bytes.length).writeBytes(bytes);
    try (ChunkCompressor compressor = new ChunkCompressor()) {
      for (int level : levels) {
        measured.add(measure(compressor, level, all, blockBytes, rounds));
      }
    } finally {
      all.release();
    }
    return measured.stream().map(level -> new Row(level, isCorner(level, measured))).toList();
  }

  private static Level measure(ChunkCompressor compressor, int level, ByteBuf all, int blockBytes, int rounds) {
    double[] nanos = new double[rounds];
    double wireShare = 1;
    for (int round = 0; round < rounds; round++) {
      long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      long wire = 0;
      for (int at = 0; at < all.writerIndex(); at += blockBytes) {
        wire += wireBytes(compressor, all.slice(at, Math.min(blockBytes, all.writerIndex() - at)), level);
      }
      nanos[round] = (double) (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin) / all.writerIndex();
      wireShare = (double) wire / all.writerIndex();
    }
    Arrays.sort(nanos);
    return new Level(level, nanos[rounds / 2], wireShare);
  }

  private static int wireBytes(ChunkCompressor compressor, ByteBuf block, int level) {
    CompressedChunk chunk = compressor.compress(block, level).orElse(null);
    if (chunk == null) {
      return block.readableBytes();
    }
    try {
      return chunk.wireBytes();
    } finally {
      chunk.release();
    }
  }

  /**
   * Returns whether no mix of two other levels, or of another level and uncompressed blocks, leaves as few bytes in as
   * little time.
   */
  static boolean isCorner(Level level, List<Level> all) {
    if (level.wireShare() >= 1) {
      return false;
    }
    List<Level> cheaper = new ArrayList<>(all.stream().filter(other -> isBefore(other, level)).toList());
    cheaper.add(new Level(0, 0, 1));
    List<Level> dearer = all.stream().filter(other -> !other.equals(level) && !isBefore(other, level)).toList();
    return cheaper.stream().allMatch(before -> before.wireShare() > level.wireShare()
        && dearer.stream().allMatch(after -> level.wireShare() < between(before, after, level.nanosPerByte())));
  }

  private static boolean isBefore(Level other, Level level) {
    return !other.equals(level) && other.nanosPerByte() <= level.nanosPerByte();
  }

  /** Returns the share of bytes that a mix of two levels leaves, for a processor time between the times of the two. */
  private static double between(Level before, Level after, double nanosPerByte) {
    double part = (nanosPerByte - before.nanosPerByte()) / (after.nanosPerByte() - before.nanosPerByte());
    return before.wireShare() + part * (after.wireShare() - before.wireShare());
  }
}
