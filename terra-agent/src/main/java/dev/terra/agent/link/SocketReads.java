package dev.terra.agent.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.util.AttributeKey;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The amount that is read of a connection at a time: as much as usually arrives, and a chunk at most. A read of a pipe that leads through
 * this site is smaller, as many pipes may wait. Where the kernel can splice, the bytes of a pipe stay in the kernel: this process never has
 * them, no handler sees them, and they are counted here. It is used on the channel's loop only.
 */
@SuppressWarnings("deprecation") // Netty has no other name for the handles that it requires
public final class SocketReads implements RecvByteBufAllocator {
  /**
   * The largest read: a chunk, so that it is copied and its checksum is computed while it is in the processor's cache. Idle connections
   * read into 2 KiB.
   */
  static final int MOST_BYTES = 256 << 10;
  /** The largest read of a pipe: two records of TLS. */
  public static final int MOST_PIPE_BYTES = 32 << 10;

  /** The number of bytes that a pipe of the kernel holds. */
  private static final int SPLICED_BYTES = 64 << 10;
  private static final int LEAST_BYTES = 2 << 10;
  /** The number of reads of one connection before others have their turn, which is Netty's own number. */
  private static final int READS_IN_A_ROW = 16;
  private static final RecvByteBufAllocator ADAPTIVE =
      new AdaptiveRecvByteBufAllocator(LEAST_BYTES, LEAST_BYTES, MOST_BYTES).maxMessagesPerRead(READS_IN_A_ROW);
  private static final AttributeKey<SocketReads> OF_CHANNEL = AttributeKey.valueOf(SocketReads.class, "reads");

  private int mostBytes = MOST_BYTES;
  private @Nullable IntConsumer spliced;

  private SocketReads() {}

  /** Takes control of the reads of a channel. It is called before the channel's first read. */
  public static void govern(Channel channel) {
    SocketReads reads = new SocketReads();
    channel.config().setRecvByteBufAllocator(reads);
    channel.attr(OF_CHANNEL).set(reads);
  }

  /** Limits the reads of a channel to the size for pipes. The channel has to be governed already. */
  public static void asPipe(Channel channel) {
    channel.attr(OF_CHANNEL).get().mostBytes = MOST_PIPE_BYTES;
  }

  /**
   * Makes the kernel move all further bytes to another socket, no faster than that socket takes them.
   *
   * @param counted takes the number of bytes of each move
   * @return a future that fails when one of the sockets fails; empty where the transport of one of them cannot splice
   */
  public static Optional<ChannelFuture> splice(Channel from, Channel to, IntConsumer counted) {
    if (!(from instanceof EpollSocketChannel source) || !(to instanceof EpollSocketChannel target)) {
      return Optional.empty();
    }
    from.attr(OF_CHANNEL).get().spliced = counted;
    return Optional.of(source.spliceTo(target, Integer.MAX_VALUE));
  }

  @Override
  public Handle newHandle() {
    return new Book((ExtendedHandle) ADAPTIVE.newHandle());
  }

  /** Netty's record of a channel's reads, with the limits applied. */
  private final class Book implements ExtendedHandle {
    private final ExtendedHandle adaptive;

    Book(ExtendedHandle adaptive) {
      this.adaptive = adaptive;
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator allocator) {
      return allocator.ioBuffer(guess());
    }

    @Override
    public int guess() {
      return spliced != null ? SPLICED_BYTES : Math.min(adaptive.guess(), mostBytes);
    }

    @Override
    public void lastBytesRead(int bytes) {
      adaptive.lastBytesRead(bytes);
      if (bytes > 0 && spliced != null) {
        spliced.accept(bytes);
      }
    }

    @Override
    public int lastBytesRead() {
      return adaptive.lastBytesRead();
    }

    @Override
    public void reset(ChannelConfig config) {
      adaptive.reset(config);
    }

    @Override
    public void incMessagesRead(int messages) {
      adaptive.incMessagesRead(messages);
    }

    @Override
    public void attemptedBytesRead(int bytes) {
      adaptive.attemptedBytesRead(bytes);
    }

    @Override
    public int attemptedBytesRead() {
      return adaptive.attemptedBytesRead();
    }

    @Override
    public boolean continueReading() {
      return adaptive.continueReading();
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
      return adaptive.continueReading(maybeMore);
    }

    @Override
    public void readComplete() {
      adaptive.readComplete();
    }
  }
}
