package dev.terra.shuffle.pipeline;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.node.latency.ResponseClasses;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how long a response with a promise takes: from the first byte that is offered to the network until its reader has closed its
 * end. A write that succeeds means only that the kernel has the bytes. So where the handler closes the connection after such a response, at
 * first only the sending half is closed. The reader sees the end of the stream as before, and the end of the reader's half means that the
 * reader has everything. On a connection that stays open there is no such sign, and responses are not measured. It is used on the
 * connection's event loop only.
 */
final class ReaderTiming {
  /** The time for which the handler waits for the reader to close its end. A reader that needs longer has missed every target. */
  private static final int MOST_SECONDS = 10;
  private static final Logger LOG = LoggerFactory.getLogger(ReaderTiming.class);
  private static final Guard GUARD = new Guard("Terra: the end of a reader's time", LOG::warn);

  private final ResponseClasses classes;
  private @Nullable Sent last;
  private boolean halfClosed;

  private record Sent(ResponseClasses.Begun response, long bytes) {}

  ReaderTiming(ResponseClasses classes) {
    this.classes = classes;
  }

  /** Notes that the kernel has all of a response after which the connection is closed. */
  void sent(ResponseClasses.Begun response, long bytes) {
    last = response.promise() == null ? null : new Sent(response, bytes);
  }

  /** Notes that the connection is closed. If only the sending half was closed before, the reader has everything. */
  void closed() {
    if (last != null && halfClosed) {
      classes.arrived(last.response, last.bytes);
    }
    last = null;
  }

  /** Notes that the connection has failed, so that it is unknown what arrived. */
  void forget() {
    last = null;
  }

  /**
   * Closes the sending half instead of the whole connection; returns false if nothing is measured, so that the caller must close the
   * connection.
   */
  boolean closeHalf(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (last == null || halfClosed || ctx.pipeline().get(SslHandler.class) != null || !(ctx.channel() instanceof SocketChannel socket)) {
      return false;
    }
    halfClosed = true;
    socket.config().setAutoRead(true);
    OneShot end = OneShot.after(ctx.executor(), MOST_SECONDS, TimeUnit.SECONDS, GUARD, () -> {
      closed();
      ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    });
    socket.closeFuture().addListener(closed -> {
      end.cancel();
      promise.trySuccess();
    });
    socket.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    return true;
  }
}
