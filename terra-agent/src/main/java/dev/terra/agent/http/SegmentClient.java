package dev.terra.agent.http;

import dev.terra.agent.send.SegmentSource;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads parts of segments from this site's handlers, over a few kept connections to each. A read that fails for a reason that
 * may pass is tried again; one that the handler refuses is not. On the agent's thread.
 */
public final class SegmentClient implements SegmentSource, AutoCloseable {
  /** Attempts for one read; a handler that restarts is back or given up by its lease within the pauses between them. */
  static final int MAX_ATTEMPTS = 3;
  private static final long[] PAUSE_MILLIS = {50, 250};

  private final EventLoopGroup ioLoops;
  private final EventLoop owner;
  private final Function<String, Optional<InetSocketAddress>> handlers;
  private final Map<InetSocketAddress, SegmentConnections> pools = new HashMap<>();
  private boolean closed;

  /**
   * A client without connections.
   *
   * @param handlers where the handler at an address serves segments, if it is alive
   */
  public SegmentClient(EventLoopGroup ioLoops, EventLoop owner, Function<String, Optional<InetSocketAddress>> handlers) {
    this.ioLoops = ioLoops;
    this.owner = owner;
    this.handlers = handlers;
  }

  @Override
  public void read(Part part, Consumer<ByteBuf> whole, Consumer<String> problem) {
    attempt(part, 1, whole, problem);
  }

  private void attempt(Part part, int attempt, Consumer<ByteBuf> whole, Consumer<String> problem) {
    Optional<InetSocketAddress> handler = handlers.apply(part.key().originIp());
    if (handler.isEmpty() || closed) {
      owner.execute(() -> problem.accept("no live handler at " + part.key().originIp()));
      return;
    }
    pools.computeIfAbsent(handler.get(), address -> new SegmentConnections(ioLoops, owner, address))
        .read(part, whole, failure -> {
          if (!failure.mayPass() || attempt == MAX_ATTEMPTS || closed) {
            problem.accept(failure.reason());
          } else {
            var timer = owner.schedule(() -> attempt(part, attempt + 1, whole, problem), PAUSE_MILLIS[attempt - 1],
                TimeUnit.MILLISECONDS);
            if (timer.isCancelled()) {
              problem.accept(failure.reason());
            }
          }
        });
  }

  /** Closes all connections; what has not been read by then fails. */
  @Override
  public void close() {
    closed = true;
    pools.values().forEach(SegmentConnections::close);
    pools.clear();
  }
}
