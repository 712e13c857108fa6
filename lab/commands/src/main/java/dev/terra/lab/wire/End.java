package dev.terra.lab.wire;

import com.google.common.base.Ticker;
import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.tunnel.Lines;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelContext;
import dev.terra.agent.tunnel.TunnelEvents;
import dev.terra.agent.tunnel.TunnelServer;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.door.KnownAddresses;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The common parts of both ends of the benchmark's tunnel: an agent's threads, its tunnels and a clock. */
abstract class End implements TunnelEvents {
  static final SiteId SENDER = new SiteId("A");
  static final SiteId RECEIVER = new SiteId("B");
  static final String ORIGIN = "127.0.0.1";
  static final int READERS = 4;
  /** The time for lines to open, after which pipes can be ordered. */
  private static final long OPENED_NANOS = TimeUnit.SECONDS.toNanos(30);
  /** The longest time of a run. A terabyte at 300 MB/s takes less; a run that takes longer hangs. */
  private static final long PATIENCE_HOURS = 1;

  private final EventLoop owner = new DefaultEventLoop();
  private final EventLoopGroup ioLoops =
      SocketTransport.best().loops(1, new DefaultThreadFactory("terra-io"), DefaultSelectStrategyFactory.INSTANCE);
  private final Ticker ticker = Ticker.systemTicker();
  private final Random random = new Random(ticker.read());
  private final Events news = new Events(Clock.systemUTC());
  private final TunnelContext context;
  private final WirePlace place;
  private final Tunnels tunnels;
  private final Lines lines;
  private final long startNanos = ticker.read();
  private final CountDownLatch done = new CountDownLatch(1);
  private Optional<TunnelServer> server = Optional.empty();

  End(WirePlace place, Optional<AgentTls> tls) {
    this.place = place;
    this.context = new TunnelContext(place.agent(), random.nextLong(), place.neighbours(), ioLoops, owner, ticker).with(tls.orElse(null));
    this.tunnels = new Tunnels(context, random);
    this.lines = new Lines(context, new Random(random.nextLong()));
    tunnels.start(this);
  }

  /** Accepts lines, pipes and tunnels at its port, and opens lines to its neighbours. */
  final void listen() throws IOException {
    server = Optional.of(TunnelServer.open(context, this, new KnownAddresses(), place.port()));
    owner.execute(lines::open);
  }

  Path path() {
    return place.path();
  }

  EventLoop owner() {
    return owner;
  }

  Ticker ticker() {
    return ticker;
  }

  Random random() {
    return random;
  }

  Events news() {
    return news;
  }

  TunnelContext context() {
    return context;
  }

  Tunnels tunnels() {
    return tunnels;
  }

  void every(long millis, Runnable task) {
    if (owner.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS).isCancelled()) {
      throw new IllegalStateException("the thread has ended");
    }
  }

  void finish() {
    done.countDown();
  }

  /** Closes the parts of this end other than tunnels and threads, which are still open. */
  abstract void close() throws IOException;

  /** Waits for the end and closes everything. */
  void awaitAndClose() throws InterruptedException, IOException {
    boolean ended = done.await(PATIENCE_HOURS, TimeUnit.HOURS);
    server.ifPresent(TunnelServer::close);
    close();
    owner.submit(() -> {
      tunnels.close();
      lines.close();
    }).awaitUninterruptibly();
    ioLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    owner.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    if (!ended) {
      throw new IllegalStateException("not done after " + PATIENCE_HOURS + " h");
    }
  }

  @Override
  public void up(Tunnel tunnel) {
    tunnels.up(tunnel);
  }

  @Override
  public void down(Tunnel tunnel, String reason) {
    tunnels.down(tunnel, reason);
    finish();
  }

  @Override
  public void suspect(Tunnel tunnel) {
    // the loopback interface loses nothing: a starved process is waited for
  }

  @Override
  public void trusted(Tunnel tunnel) {
    // a starved process is waited for
  }

  @Override
  public void unavailable(Path path, String reason) {
    if (ticker.read() - startNanos < OPENED_NANOS) {
      return; // the tunnel is opened again
    }
    System.err.println("tunnel " + path + ": " + reason);
    finish();
  }
}
