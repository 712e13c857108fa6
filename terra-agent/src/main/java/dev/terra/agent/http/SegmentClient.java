package dev.terra.agent.http;

import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.site.Handlers;
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
import org.jspecify.annotations.Nullable;
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
  private final Handlers handlers;
  private final ReadProofs proofs;
  private final @Nullable SiteTls tls;
  private final InetAddress from;
  private final Map<InetSocketAddress, SegmentConnections> pools = new HashMap<>();
  private final Guard guard = new Guard("a read from a handler that was put off", log::warn);
  private boolean closed;

  /**
   * A client without connections.
   *
   * @param proofs that they are given to this agent
   * @param tls with handlers; null: connections are plain
   * @param from this agent's address as handlers know it: they give segments to no other
   */
  public SegmentClient(EventLoopGroup ioLoops, EventLoop owner, Handlers handlers,
      ReadProofs proofs, @Nullable SiteTls tls, InetAddress from) {
    this.from = from;
    this.tls = tls;
    this.proofs = proofs;
    this.ioLoops = ioLoops;
    this.owner = owner;
    this.handlers = handlers;
  }

  @Override
  public void read(Part part, Reader reader) {
    new Attempts(part, reader).look(1);
  }

  /** The attempts at one read. */
  private final class Attempts implements SegmentRead.Outcome {
    private final Part part;
    private final Reader reader;
    private int attempt = 1;

    Attempts(Part part, Reader reader) {
      this.part = part;
      this.reader = reader;
    }

    private void look(int look) {
      String away = "no live handler at " + part.key().originIp();
      if (look > MAX_LOOKS || closed) {
        owner.execute(() -> reader.failed(away));
      } else if (handlers.segmentAddress(part.key().originIp()).isPresent()) {
        attempt();
      } else {
        later(LOOK_MILLIS, () -> look(look + 1), away);
      }
    }

    private void later(long millis, Runnable task, String otherwise) {
      if (OneShot.after(owner, millis, TimeUnit.MILLISECONDS, guard, task).isRefused()) {
        reader.failed(otherwise);
      }
    }

    private void attempt() {
      Optional<InetSocketAddress> handler = handlers.segmentAddress(part.key().originIp());
      if (handler.isEmpty() || closed) {
        look(1);
        return;
      }
      Optional<ReadProofs.Maker> proof = proofs.of(part.key().shuffle());
      if (proof.isEmpty()) {
        owner.execute(() -> reader.failed("no reader of it is proven to be of its job"));
        return;
      }
      pools.computeIfAbsent(handler.get(), address -> new SegmentConnections(ioLoops, owner, address, tls, from))
          .read(new SegmentRead(part, proof.get(), this));
    }

    @Override
    public void whole(Bytes bytes) {
      reader.read(bytes);
    }

    @Override
    public void failed(String reason, boolean mayPass) {
      if (!mayPass || attempt == MAX_ATTEMPTS || closed) {
        reader.failed(reason);
        return;
      }
      attempt++;
      later(PAUSE_MILLIS[attempt - 2], this::attempt, reason);
    }
  }

  /** Closes all connections; what has not been read by then fails. */
  @Override
  public void close() {
    closed = true;
    pools.values().forEach(SegmentConnections::close);
    pools.clear();
  }
}
