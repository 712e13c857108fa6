package dev.terra.agent.http;

import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.site.Handlers;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.failure.Failures;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpClientCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads parts of segments from this site's handlers, over a few persistent connections to each. A read that fails for a temporary reason is
 * tried again; a read that the handler refuses is not. A read waits for a handler that is away. The client is used on the agent's thread
 * only.
 */
public final class SegmentClient implements SegmentSource, AutoCloseable {
  /** The most attempts at one read. Within the pauses between them, a handler that restarts is back, or is given up by its lease. */
  static final int MAX_ATTEMPTS = 3;
  private static final long[] PAUSE_MILLIS = {50, 250};
  /** The most look-ups of a handler that is away, which take 8 s in all. A NodeManager that is killed and started again is back by then. */
  private static final int MAX_LOOKS = 32;
  private static final long LOOK_MILLIS = 250;
  /** The most connections to one handler: enough to keep its disk and a local network busy. */
  private static final int MAX_CONNECTIONS = 4;
  /** The timeout of a connection attempt inside a site. A handler that can't accept in this time is as good as dead. */
  private static final int CONNECT_TIMEOUT_MILLIS = (int) ProtocolTiming.SITE_CONNECT.millis();
  private static final int MAX_LINE_BYTES = 4 << 10;
  private static final int MAX_HEAD_BYTES = 8 << 10;
  /** The most bytes of a piece of a body. Pieces are as large as reads of the socket. */
  private static final int MAX_PIECE_BYTES = 64 << 10;

  private static final Logger log = LoggerFactory.getLogger(SegmentClient.class);

  private final EventLoopGroup ioLoops;
  private final EventLoop owner;
  private final Handlers handlers;
  private final ReadProofs proofs;
  private final @Nullable SiteTls tls;
  private final InetAddress from;
  private final Map<InetSocketAddress, Connections> pools = new HashMap<>();
  private final Guard guard = new Guard("a postponed read from a handler", log::warn);
  private boolean closed;

  /**
   * Creates a client without connections.
   *
   * @param proofs makes the proofs that this agent may have segments
   * @param tls the TLS to handlers; null if connections are plain
   * @param from the address by which handlers identify this agent: they send segments to no other address
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
        owner.execute(() -> reader.failed("no reader of the segment has proved that it belongs to the job"));
        return;
      }
      pools.computeIfAbsent(handler.get(), Connections::new).read(new SegmentRead(part, proof.get(), this));
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

  /** The connections to one handler's segment endpoint, one request at a time on each. */
  private final class Connections implements SegmentConnection.Pool {
    private final InetSocketAddress address;
    private final Deque<SegmentRead> waiting = new ArrayDeque<>();
    private final Deque<SegmentConnection> idle = new ArrayDeque<>();
    private final Set<Channel> open = new HashSet<>();
    private int connections;

    Connections(InetSocketAddress address) {
      this.address = address;
    }

    void read(SegmentRead read) {
      waiting.addLast(read);
      dispatch();
    }

    private void dispatch() {
      while (!waiting.isEmpty() && !idle.isEmpty()) {
        idle.removeLast().send(waiting.removeFirst());
      }
      if (!waiting.isEmpty() && connections < MAX_CONNECTIONS) {
        connect();
      }
    }

    private void connect() {
      connections++;
      SegmentConnection connection = new SegmentConnection(owner, address, this);
      new Bootstrap()
          .group(ioLoops)
          .channel(SocketTransport.of(ioLoops).client())
          .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
          .option(ChannelOption.TCP_NODELAY, true)
          .handler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
              if (tls != null) {
                channel.pipeline().addLast(tls.client(channel.alloc()));
              }
              channel.pipeline().addLast(new HttpClientCodec(MAX_LINE_BYTES, MAX_HEAD_BYTES, MAX_PIECE_BYTES), connection);
            }
          })
          .connect(address, new InetSocketAddress(from, 0))
          .addListener((ChannelFutureListener) connected -> owner.execute(() -> {
            if (connected.isSuccess()) {
              opened(connection, connected.channel());
            } else {
              connectFailed(Failures.inWords(connected.cause()));
            }
          }));
    }

    private void opened(SegmentConnection connection, Channel channel) {
      open.add(channel);
      if (connection.isClosed()) {
        closed(connection, channel);
      } else {
        idle.addLast(connection);
        dispatch();
      }
    }

    private void connectFailed(String reason) {
      connections--;
      if (connections == 0) {
        List<SegmentRead> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(read -> read.outcome().failed("no connection to the handler: " + reason, true));
      }
    }

    @Override
    public void free(SegmentConnection connection) {
      idle.addLast(connection);
      dispatch();
    }

    @Override
    public void closed(SegmentConnection connection, Channel channel) {
      idle.remove(connection);
      if (open.remove(channel)) {
        connections--;
        dispatch();
      }
    }

    void close() {
      List.copyOf(open).forEach(channel -> channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
    }
  }

  /** Closes all connections. Reads that have not ended by then fail. */
  @Override
  public void close() {
    closed = true;
    pools.values().forEach(Connections::close);
    pools.clear();
  }
}
