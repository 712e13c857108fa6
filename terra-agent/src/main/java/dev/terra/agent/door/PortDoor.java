package dev.terra.agent.door;

import com.google.common.base.Ticker;
import dev.terra.api.door.DoorBook;
import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.KnownAddresses;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The door of a port: bounds its connections and what strangers may say, before anything else looks at their bytes. Servers tell it when a
 * connection has proved who it is, and when a request is being answered. {@code ShadedDoor} is its twin for the other Netty.
 */
public final class PortDoor {
  private static final AttributeKey<PortDoorHandler> VISITOR = AttributeKey.valueOf(PortDoor.class, "handler");

  private final PortVisits visits;

  /** What a port is called, and where its warnings go. */
  public record Name(String words, Consumer<String> warnings) {}

  /**
   * A door.
   *
   * @param known shared by the ports of a process
   * @param patience with a proved connection of which a request is expected; without end if there is none
   * @param ticker the monotonic clock
   */
  public PortDoor(Name port, DoorBounds bounds, KnownAddresses known, Optional<Duration> patience, Ticker ticker) {
    this.visits = new PortVisits(new DoorBook(bounds, known), patience, ticker, line -> port.warnings.accept(port.words + ": " + line));
  }

  /** Stands first on a connection that was just accepted; false if it may not stay, and is closed. */
  public boolean admit(Channel channel) {
    PortDoorHandler handler = new PortDoorHandler(visits);
    channel.attr(VISITOR).set(handler);
    channel.pipeline().addFirst("door", handler);
    return handler.isIn();
  }

  /** The connection has proved who is at its other end; false if there are too many of those, and it is closed. */
  public static boolean prove(Channel channel) {
    PortDoorHandler handler = channel.attr(VISITOR).get();
    return handler == null || handler.prove();
  }

  /** Whether the connection has proved who is at its other end. */
  public static boolean isProved(Channel channel) {
    PortDoorHandler handler = channel.attr(VISITOR).get();
    return handler == null || handler.isProved();
  }

  /** The connection's request is whole, and is being worked on. */
  public static void works(Channel channel) {
    Optional.ofNullable(channel.attr(VISITOR).get()).ifPresent(PortDoorHandler::works);
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
    return visits.refused();
  }
}
