package dev.terra.agent.tunnel;

import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.Backoff;
import dev.terra.core.wan.SiteId;
import io.netty.channel.ChannelFutureListener;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one connection of a path's tunnel open until told otherwise. On the agent's thread. */
final class TunnelOpener implements OpenHandler.Outcome {
  private static final Logger log = LoggerFactory.getLogger(TunnelOpener.class);
  private static final Guard GUARD = new Guard("an attempt at a tunnel", log::warn);
  private static final String NOT_PLANNED = "no longer planned";
  /** How often it is looked whether anything is still under way on a tunnel that is no longer planned. */
  private static final long LOOK_MILLIS = 100;
  private static final long MAX_LOOKS = ProtocolTiming.TUNNEL_RETIRED.millis() / LOOK_MILLIS;

  private final TunnelContext context;
  private final TunnelEvents events;
  private final TunnelLine line;
  private final Random random;
  private final Backoff backoff;
  private long looks;
  private Tunnel tunnel;
  private boolean closed;
  private String reason = "not opened yet";

  TunnelOpener(TunnelContext context, TunnelEvents events, TunnelLine line, Random random) {
    this.context = context;
    this.events = events;
    this.line = line;
    this.random = random;
    this.backoff = new Backoff(ProtocolTiming.RECONNECT, random);
  }

  int label() {
    return line.label();
  }

  Optional<Tunnel> tunnel() {
    return Optional.ofNullable(tunnel);
  }

  /** Why it is down. */
  String reason() {
    return reason;
  }

  void open() {
    if (closed) {
      return;
    }
    try {
      connect();
    } catch (RuntimeException | Error e) { // without another attempt the tunnel would stay closed
      retryLater(e.toString());
    }
  }

  private void connect() {
    FrameDecoder decoder = new FrameDecoder();
    OpenHandler handler = new OpenHandler(context, events, line, decoder, this);
    Hops.connect(context, context.ioLoops(), hop(), decoder, handler)
        .addListener((ChannelFutureListener) connected -> {
          if (!connected.isSuccess()) {
            failed(Failures.inWords(connected.cause()));
          }
        });
  }

  private Hops.Target hop() {
    SiteId next = line.path().sites().get(1);
    return line.target().connectFrom()
        .map(from -> new Hops.Target(next, line.path().to(), line.bufferBytes(), line.target().connectTo(), Optional.of(from.any(random))))
        .orElseGet(() -> Hops.Target.neighbour(next, line.bufferBytes(), line.target().connectTo()));
  }

  @Override
  public void opened(Tunnel opened) {
    context.owner().execute(() -> {
      if (closed) {
        opened.close(NOT_PLANNED);
      }
    });
  }

  @Override
  public void failed(String why) {
    context.owner().execute(() -> retryLater(why));
  }

  private void retryLater(String why) {
    reason = why;
    if (!closed) {
      events.unavailable(line.path(), why);
      retry();
    }
  }

  private void retry() {
    OneShot timer = OneShot.after(context.owner(), backoff.nextDelayMillis(), TimeUnit.MILLISECONDS, GUARD, this::open);
    closed |= timer.isRefused();
  }

  void up(Tunnel opened) {
    tunnel = opened;
    backoff.reset();
  }

  void down(Tunnel gone, String why) {
    if (tunnel == gone) {
      tunnel = null;
      reason = why;
      if (!closed) {
        retry();
      }
    }
  }

  /** Opens no more, and closes the tunnel as soon as what is under way on it has arrived. */
  void retire() {
    closed = true;
    if (tunnel != null) {
      tunnel.retire();
      closeWhenUnused(tunnel);
    }
  }

  private void closeWhenUnused(Tunnel retired) {
    if (!retired.isAwaiting() || ++looks > MAX_LOOKS
        || OneShot.after(context.owner(), LOOK_MILLIS, TimeUnit.MILLISECONDS, GUARD, () -> closeWhenUnused(retired)).isRefused()) {
      retired.close(NOT_PLANNED);
    }
  }

  /** Opens no more, and closes the tunnel now. */
  void close() {
    closed = true;
    if (tunnel != null) {
      tunnel.close(NOT_PLANNED);
    }
  }
}
