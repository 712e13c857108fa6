package dev.terra.agent.http;

import dev.terra.agent.send.SegmentSource;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads parts of segments from this site's handlers, over a few kept connections to each. A read that fails for a reason that
 * may pass is tried again; one that the handler refuses is not. A handler that is away is waited for. On the agent's thread.
 */
public final class SegmentClient implements SegmentSource, AutoCloseable {
  /** Attempts for one read; a handler that restarts is back or given up by its lease within the pauses between them. */
  static final int MAX_ATTEMPTS = 3;
  private static final long[] PAUSE_MILLIS = {50, 250};
  /** A handler that is away is looked for so often, for 8 s in all: a NodeManager that is killed and started again is back by then. */
  private static final int MAX_LOOKS = 32;
  private static final long LOOK_MILLIS = 250;

  private static final Logger log = LoggerFactory.getLogger(SegmentClient.class);

  private final EventLoopGroup ioLoops;
  private final EventLoop owner;
  private final Function<String, Optional<InetSocketAddress>> handlers;
  private final ReadProofs proofs;
  private final Optional<SiteTls> tls;
  private final InetAddress from;
  private final Map<InetSocketAddress, SegmentConnections> pools = new HashMap<>();
  private final Guard guard = new Guard("a read from a handler that was put off", log::warn);
  private boolean closed;

  /**
   * A client without connections.
   *
   * @param handlers where the handler at an address serves segments, if it is alive
   * @param proofs that they are given to this agent
   * @param tls with handlers; none: connections are plain
   * @param from this agent's address as handlers know it: they give segments to no other
   */
  public SegmentClient(EventLoopGroup ioLoops, EventLoop owner, Function<String, Optional<InetSocketAddress>> handlers,
      ReadProofs proofs, Optional<SiteTls> tls, InetAddress from) {
    this.from = from;
    this.tls = tls;
    this.proofs = proofs;
    this.ioLoops = ioLoops;
    this.owner = owner;
    this.handlers = handlers;
  }

  @Override
  public void read(Part part, Consumer<Bytes> whole, Consumer<String> problem) {
    look(part, 1, 1, whole, problem);
  }

  private void look(Part part, int look, int attempt, Consumer<Bytes> whole, Consumer<String> problem) {
    String away = "no live handler at " + part.key().originIp();
    if (look > MAX_LOOKS || closed) {
      owner.execute(() -> problem.accept(away));
    } else if (handlers.apply(part.key().originIp()).isPresent()) {
      attempt(part, attempt, whole, problem);
    } else {
      later(LOOK_MILLIS, () -> look(part, look + 1, attempt, whole, problem), () -> problem.accept(away));
    }
  }

  private void later(long millis, Runnable task, Runnable otherwise) {
    if (OneShot.after(owner, millis, TimeUnit.MILLISECONDS, guard, task).isRefused()) {
      otherwise.run();
    }
  }

  private void attempt(Part part, int attempt, Consumer<Bytes> whole, Consumer<String> problem) {
    Optional<InetSocketAddress> handler = handlers.apply(part.key().originIp());
    if (handler.isEmpty() || closed) {
      look(part, 1, attempt, whole, problem);
      return;
    }
    Optional<ReadProofs.Maker> proof = proofs.of(part.key().shuffle());
    if (proof.isEmpty()) {
      owner.execute(() -> problem.accept("no reader of it is proven to be of its job"));
      return;
    }
    pools.computeIfAbsent(handler.get(), address -> new SegmentConnections(ioLoops, owner, address, tls, from))
        .read(new SegmentRead(part, proof.get(), whole, failure -> {
          if (!failure.mayPass() || attempt == MAX_ATTEMPTS || closed) {
            problem.accept(failure.reason());
          } else {
            later(PAUSE_MILLIS[attempt - 1], () -> attempt(part, attempt + 1, whole, problem), () -> problem.accept(failure.reason()));
          }
        }));
  }

  /** Closes all connections; what has not been read by then fails. */
  @Override
  public void close() {
    closed = true;
    pools.values().forEach(SegmentConnections::close);
    pools.clear();
  }
}
