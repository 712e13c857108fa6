package dev.terra.agent.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.google.common.base.Ticker;
import com.google.common.primitives.Ints;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.WireException;
import io.netty.util.concurrent.FastThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * Restores compressed chunks to frames of plain bytes, before any other part of the agent handles them. The claims of a chunk are checked
 * before memory is allocated for it. A chunk that claims to restore to more bytes than a chunk may have, or to far more than its own
 * length, closes its tunnel, as a frame that is too long does. A chunk that restores to other bytes than it claims is a corrupt chunk. It
 * is used on the loops of channels.
 */
public final class Restorer {
  private static final byte[] NOTHING = {};
  private static final FastThreadLocal<ZstdDecompressCtx> CONTEXTS = new FastThreadLocal<>() {
    @Override
    protected ZstdDecompressCtx initialValue() {
      return new ZstdDecompressCtx();
    }

    @Override
    protected void onRemoval(ZstdDecompressCtx context) {
      context.close();
    }
  };

  private final @Nullable ProcessorBudget budget;
  private final Ticker ticker;

  private Restorer(@Nullable ProcessorBudget budget, Ticker ticker) {
    this.budget = budget;
    this.ticker = ticker;
  }

  /** Returns a restorer that restores chunks. */
  public static Restorer on(ProcessorBudget budget, Ticker ticker) {
    return new Restorer(budget, ticker);
  }

  /** Returns a restorer that rejects compressed chunks. */
  public static Restorer off() {
    return new Restorer(null, Ticker.systemTicker());
  }

  /** Returns whether it restores chunks: only then may other agents send compressed chunks. */
  public boolean isOn() {
    return budget != null;
  }

  /**
   * Returns the plain bytes of a compressed chunk; the frame is not intact if they are not those that the sender compressed.
   *
   * @throws WireException if the chunk's claims are impossible, or compressed chunks were not agreed on
   */
  public Frame restored(Frame frame) {
    if (budget == null) {
      throw new WireException("a compressed chunk, although this agent has not announced that it restores compressed chunks");
    }
    FrameHeader header = frame.header();
    int plainBytes = header.label();
    int most = (int) Math.min(CompressedChunk.MOST_PLAIN_BYTES, (long) CompressedChunk.MOST_RATIO * header.length());
    if (plainBytes <= 0 || plainBytes > most) {
      throw new WireException("a compressed chunk of " + header.length() + " bytes states an uncompressed length of " + plainBytes
          + " bytes, where 1 to " + most + " are allowed");
    }
    long begin = ticker.read();
    byte[] plain = frame.intact() ? restore(frame.payload(), plainBytes) : null;
    long end = ticker.read();
    budget.spend(end - begin, end);
    FrameHeader restored = new FrameHeader(FrameType.DATA, 0, header.segment(), header.offset(), plainBytes);
    return plain == null ? new Frame(restored, NOTHING, 0, false, end - begin)
        : new Frame(restored, plain, crc(frame.payload()), true, end - begin);
  }

  private static int crc(byte[] payload) {
    return Ints.fromBytes(payload[0], payload[1], payload[2], payload[3]);
  }

  /** Returns the restored bytes, or null if they do not match the checksum that came with them. */
  private static byte @Nullable [] restore(byte[] payload, int plainBytes) {
    int length = payload.length - CompressedChunk.HEAD_BYTES;
    if (length <= 0 || Zstd.getFrameContentSize(payload, CompressedChunk.HEAD_BYTES, length) != plainBytes) {
      return null;
    }
    byte[] plain = new byte[plainBytes];
    try {
      int bytes = CONTEXTS.get().decompressByteArray(plain, 0, plainBytes, payload, CompressedChunk.HEAD_BYTES, length);
      return bytes == plainBytes && Checksum.of(plain) == crc(payload) ? plain : null;
    } catch (ZstdException e) {
      return null;
    }
  }
}
