package dev.terra.api.door;

import com.google.common.base.Ticker;
import dev.terra.api.process.Guard;
import dev.terra.core.limit.LineBudget;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules of one port, for all its {@link Visitor visitors}: its book, its clock and its lines in the log. Thread-safe. */
public final class Entrance {
  private final PortName port;
  private final DoorBook book;
  private final @Nullable Duration patience;
  private final Ticker ticker;
  private final Guard guard = new Guard("a look at a connection", (what, thrown) -> warn(what + ": " + thrown));
  private final LineBudget lines = new LineBudget();

  /**
   * An entrance without visitors.
   *
   * @param known shared by the ports of a process
   * @param patience with a proved connection of which a request is expected; null is without end
   * @param ticker the monotonic clock
   */
  public Entrance(PortName port, DoorBounds bounds, KnownAddresses known, @Nullable Duration patience, Ticker ticker) {
    this.port = port;
    this.book = new DoorBook(bounds, known);
    this.patience = patience;
    this.ticker = ticker;
  }

  /** An entrance on the machine's clock. */
  public Entrance(PortName port, DoorBounds bounds, KnownAddresses known, @Nullable Duration patience) {
    this(port, bounds, known, patience, Ticker.systemTicker());
  }

  Optional<Visit> enter(InetAddress from, Runnable close) {
    DoorBook.Entry entry = book.enter(from, close, nanos());
    if (entry.visit().isEmpty() || entry.givesWay().isPresent()) {
      warn("no room for connections that have not said who they are; the last one came from " + from.getHostAddress());
    }
    entry.givesWay().ifPresent(Visit::close);
    return entry.visit();
  }

  boolean isLate(Visit visit) {
    return visit.isLate(nanos(), patience);
  }

  /** Whether a connection that has proved who is at its other end may stay silent for ever. */
  boolean waitsForEver() {
    return patience == null;
  }

  Guard guard() {
    return guard;
  }

  long nanos() {
    return ticker.read();
  }

  /** Writes a line to the log, if there is room for one. */
  void warn(String what) {
    lines.line(port.words() + ": " + what, nanos()).ifPresent(port.warnings());
  }
}
