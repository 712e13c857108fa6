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
 * How long a response takes that has a promise: from the first byte that is offered to the network until its reader has closed its end. A
 * write that succeeds says only that the kernel has the bytes. So where the handler closes the connection behind such a response, only the
 * sending half is closed at first: the reader sees the end of the stream as before, and its own end tells that it has everything. On a
 * connection that is kept nothing tells, and responses are not measured. On the connection's event loop.
 */
final class ReaderTiming {
  /** A reader that has not closed its end by then has missed every target, and is not waited for. */
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

  /** The kernel has all of a response, behind which the connection is closed. */
  void sent(ResponseClasses.Begun response, long bytes) {
    last = response.promise() == null ? null : new Sent(response, bytes);
  }

  /** The connection is closed: by its reader, which has everything, if only our half was closed before. */
  void closed() {
    if (last != null && halfClosed) {
      classes.arrived(last.response, last.bytes);
    }
    last = null;
  }

  /** The connection has failed: it is not known what arrived. */
  void forget() {
    last = null;
  }

  /** Closes the sending half instead of the whole connection; false if nothing is measured, so that the whole is to be closed. */
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
