package dev.terra.api.door;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.core.limit.LineBudget;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.AttributeKey;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The door of a port: bounds its connections and what strangers may say, before anything else looks at their bytes. Servers tell it when a
 * connection has proved who it is, and when a request is being answered. {@code PortDoor} is its twin for the other Netty.
 */
public final class ShadedDoor {
  private static final AttributeKey<Handler> VISITOR = AttributeKey.valueOf(ShadedDoor.class, "handler");

  private final String port;
  private final DoorBook book;
  private final Optional<Duration> patience;
  private final Consumer<String> log;
  private final Guard guard = new Guard("a look at a connection", (what, thrown) -> tell(what + ": " + thrown));
  private final LineBudget lines = new LineBudget();

  /** What a port is called, and where its warnings go. */
  public record Name(String words, Consumer<String> warnings) {}

  /**
   * A door.
   *
   * @param known shared by the ports of a process
   * @param patience with a proved connection of which a request is expected; without end if there is none
   */
  public ShadedDoor(Name port, DoorBounds bounds, KnownAddresses known, Optional<Duration> patience) {
    this.port = port.words;
    this.log = port.warnings;
    this.book = new DoorBook(bounds, known);
    this.patience = patience;
  }

  /** Stands first on a connection that was just accepted; false if it may not stay, and is closed. */
  public boolean admit(Channel channel) {
    Handler handler = new Handler(this);
    channel.attr(VISITOR).set(handler);
    channel.pipeline().addFirst("door", handler);
    return handler.isIn();
  }

  /** The connection has proved who is at its other end; false if there are too many of those, and it is closed. */
  public static boolean prove(Channel channel) {
    Handler handler = channel.attr(VISITOR).get();
    return handler == null || handler.prove();
  }

  /** Whether the connection has proved who is at its other end. */
  public static boolean isProved(Channel channel) {
    Handler handler = channel.attr(VISITOR).get();
    return handler == null || handler.isProved();
  }

  /** The connection's request is whole, and is being worked on. */
  public static void works(Channel channel) {
    Optional.ofNullable(channel.attr(VISITOR).get()).ifPresent(Handler::works);
  }

  /** The last of an answer is being written: when it is, the next request is expected. On any thread. */
  public static void answered(ChannelFuture written) {
    Optional.ofNullable(written.channel().attr(VISITOR).get())
        .ifPresent(handler -> written.channel().eventLoop().execute(() -> handler.answered(written)));
  }

  /** Writes a line about a connection to the log, if there is room for one. */
  public static void warn(Channel channel, String what) {
    Optional.ofNullable(channel.attr(VISITOR).get()).ifPresent(handler -> handler.warn(what));
  }

  /** How many connections were not let in, or had to give way. */
  public long refused() {
    return book.refused();
  }

  private Optional<Visit> enter(Channel channel, InetAddress from) {
    DoorBook.Entry entry = book.enter(from, () -> channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE), System.nanoTime());
    if (entry.visit().isEmpty() || entry.givesWay().isPresent()) {
      tell("no room for connections that have not said who they are; the last one came from " + from.getHostAddress());
    }
    entry.givesWay().ifPresent(Visit::close);
    return entry.visit();
  }

  private void tell(String what) {
    lines.line(port + ": " + what, System.nanoTime()).ifPresent(log);
  }

  /** One connection at it. On the connection's thread. */
  private static final class Handler extends ChannelInboundHandlerAdapter {
    private static final long LOOK_MILLIS = 500;
    /** For an answer to be read, besides the time for the next request. */
    private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(25);

    private final ShadedDoor door;
    private Channel channel;
    private Optional<Visit> visit = Optional.empty();
    private Periodic watch;

    Handler(ShadedDoor door) {
      this.door = door;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      channel = ctx.channel();
      if (channel.remoteAddress() instanceof InetSocketAddress remote) {
        visit = door.enter(channel, remote.getAddress());
      }
      if (visit.isEmpty()) {
        close();
        return;
      }
      watch = Periodic.every(ctx.executor(), LOOK_MILLIS, TimeUnit.MILLISECONDS, door.guard, this::look);
      channel.closeFuture().addListener(closed -> {
        watch.cancel();
        visit.get().leave();
      });
    }

    boolean isIn() {
      return visit.isPresent();
    }

    boolean isProved() {
      return visit.isPresent() && visit.get().isProved();
    }

    boolean prove() {
      boolean fits = visit.isPresent() && visit.get().prove();
      if (!fits) {
        door.tell("no room for more connections, such as one of " + channel.remoteAddress());
        close();
      } else if (door.patience.isEmpty()) {
        watch.cancel();
      }
      return fits;
    }

    void works() {
      visit.ifPresent(Visit::works);
    }

    void answered(ChannelFuture written) {
      visit.ifPresent(one -> one.answered(System.nanoTime() + READ_NANOS));
      written.addListener(read -> visit.ifPresent(one -> one.answered(System.nanoTime())));
    }

    void warn(String what) {
      door.tell(what);
    }

    private void look() {
      if (visit.get().isLate(System.nanoTime(), door.patience)) {
        close();
      }
    }

    private void close() {
      channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      boolean fits = message instanceof ByteBuf bytes && visit.isPresent() && visit.get().take(bytes.readableBytes());
      if (fits) {
        ctx.fireChannelRead(message);
      } else {
        ReferenceCountUtil.release(message);
        close();
      }
    }
  }
}
