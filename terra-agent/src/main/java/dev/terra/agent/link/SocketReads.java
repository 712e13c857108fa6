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
 * How much of a connection is read at a time: as much as usually comes, a chunk at most. A read of a pipe that leads through this site is
 * smaller, as many of them may wait; and where the kernel can splice, the bytes of a pipe stay in the kernel: this process never has them,
 * no handler hears of them, and they are counted here. On the channel's loop.
 */
@SuppressWarnings("deprecation") // Netty has no other name for the handles that it asks for
public final class SocketReads implements RecvByteBufAllocator {
  /** A chunk at most: then it is copied and summed while it is in the processor's cache. Idle connections read into 2 KiB. */
  static final int MOST_BYTES = 256 << 10;
  /** Two records of TLS. */
  public static final int MOST_PIPE_BYTES = 32 << 10;

  /** What a pipe of the kernel holds. */
  private static final int SPLICED_BYTES = 64 << 10;
  private static final int LEAST_BYTES = 2 << 10;
  /** Netty's own number: reads of one connection before others have their turn. */
  private static final int READS_IN_A_ROW = 16;
  private static final RecvByteBufAllocator ADAPTIVE =
      new AdaptiveRecvByteBufAllocator(LEAST_BYTES, LEAST_BYTES, MOST_BYTES).maxMessagesPerRead(READS_IN_A_ROW);
  private static final AttributeKey<SocketReads> OF_CHANNEL = AttributeKey.valueOf(SocketReads.class, "reads");

  private int mostBytes = MOST_BYTES;
  private @Nullable IntConsumer spliced;

  private SocketReads() {}

  /** Governs the reads of a channel, from before its first one. */
  public static void govern(Channel channel) {
    SocketReads reads = new SocketReads();
    channel.config().setRecvByteBufAllocator(reads);
    channel.attr(OF_CHANNEL).set(reads);
  }

  /** Has a channel that is governed read no more at a time than a pipe may. */
  public static void asPipe(Channel channel) {
    channel.attr(OF_CHANNEL).get().mostBytes = MOST_PIPE_BYTES;
  }

  /**
   * Has the kernel move all that comes from now on to another socket, no faster than that takes it.
   *
   * @param counted takes how many bytes have come at a time
   * @return fails when one of both sockets does; none where the transport of one of them cannot splice
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

  /** Netty's book of a channel's reads, within the bound. */
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
