package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.pipe.PipeSide;
import dev.terra.api.v1.PipeNews;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.concurrent.Future;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pipe that leads through this site. It orders the next part of the pipe, connects, and makes both connections copy their bytes to each
 * other. Of what it relays it has only the path. Each neighbour receives reports over its line about the other side of the pipe. It is used
 * on the loop of both connections only.
 */
final class PipeRelay {
  private static final Logger log = LoggerFactory.getLogger(PipeRelay.class);
  /** The time between the report of why a pipe ends and the closing of its connections. It lets the report arrive first. */
  private static final long TELL_MILLIS = 20;

  private final TunnelContext context;
  private final PipeOrder order;
  private final Channel inbound;
  private final LinkWay from;
  private final LinkWay onwards;
  private final PipeNumber number;
  private @Nullable PipeNumber nextNumber;
  private @Nullable Channel outbound;
  private @Nullable String why;
  private boolean ended;

  /** Creates the relay of a pipe. The connection from the site before has shown the pipe's number. */
  PipeRelay(TunnelContext context, PipeOrder order, Channel inbound, PipeNumber number) {
    this.context = context;
    this.order = order;
    this.inbound = inbound;
    this.from = context.link(order.previous()).orElseThrow().in();
    this.onwards = context.link(next()).orElseThrow().out();
    this.number = number;
  }

  private SiteId next() {
    return order.next().orElseThrow();
  }

  /** One side of the pipe. The neighbour on the other side is informed of its events. */
  private final class Side extends PipeSide {
    private final boolean inwards;

    Side(boolean inwards) {
      this.inwards = inwards;
    }

    @Override
    protected void silent(boolean now, String reason) {
      inbound.eventLoop().execute(() -> tell(!inwards, now ? PipeNews.State.SILENT : PipeNews.State.HEARD, reason));
    }

    @Override
    public void closing(String reason) {
      inbound.eventLoop().execute(() -> why = reason);
    }

    @Override
    protected void close(String reason) {
      inbound.eventLoop().execute(() -> finish(reason));
    }
  }

  private void tell(boolean inwards, PipeNews.State state, String reason) {
    if (inwards) {
      from.tell(number, state, reason);
    } else if (nextNumber != null) {
      onwards.tell(nextNumber, state, reason);
    }
  }

  /** Begins to order the next part of the pipe. Nothing more is read from the site before until there is a way onwards. */
  void begin() {
    inbound.config().setAutoRead(false);
    from.add(inbound, number, new Side(true));
    context.link(order.previous()).orElseThrow().measurement().count(inbound);
    PipeCopy copy = new PipeCopy(context, order.path(), order.previous(), this::finish);
    inbound.pipeline().addLast(copy);
    Optional<LineEnd> line = onwards.line();
    if (line.isEmpty()) {
      finish(context.site() + " has no line to " + next() + ": " + onwards.problem());
      return;
    }
    line.get().request(order.onwards()).addListener((Future<PipeNumber> answered) -> inbound.eventLoop().execute(() -> {
      if (answered.isSuccess()) {
        connect(line.get(), answered.getNow(), copy);
      } else {
        finish(context.site() + " gets no pipe to " + next() + ": " + Failures.inWords(answered.cause()));
      }
    }));
  }

  private void connect(LineEnd line, PipeNumber promised, PipeCopy copy) {
    if (ended) {
      return; // the promise expires soon
    }
    nextNumber = promised;
    PipeCopy back = new PipeCopy(context, order.path(), next(), this::finish);
    Hops.Target target = Hops.Target.pipe(order.onwards(), line.remoteAddress(), promised);
    ChannelFuture connected = Hops.onwards(context, inbound.eventLoop(), target, new Side(false), back);
    outbound = connected.channel();
    connected.addListener((ChannelFutureListener) made -> {
      if (!made.isSuccess()) {
        finish(context.site() + " cannot reach " + next() + ": " + Failures.inWords(made.cause()));
      } else { // the connection's own handlers run first: they begin it with the number
        inbound.eventLoop().execute(() -> join(made.channel(), copy, back));
      }
    });
  }

  private void join(Channel made, PipeCopy copy, PipeCopy back) {
    if (ended) {
      close(made);
    } else {
      back.join(made, inbound);
      copy.join(inbound, made);
      inbound.config().setAutoRead(true);
    }
  }

  /** Ends the pipe: reports the reason to both neighbours, and then closes its connections. */
  void finish(String reason) {
    if (ended) {
      return;
    }
    ended = true;
    String told = why == null ? reason : why;
    log.debug("a pipe of {} has ended: {}", order.path(), told);
    tell(true, PipeNews.State.CLOSED, told);
    tell(false, PipeNews.State.CLOSED, told);
    closeSoon(inbound);
    if (outbound != null) {
      closeSoon(outbound);
    }
  }

  private static void closeSoon(Channel channel) {
    Hops.after(channel, TELL_MILLIS, () -> close(channel));
  }

  private static void close(Channel channel) {
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
