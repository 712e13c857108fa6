package dev.terra.api.door;

import com.google.common.base.Ticker;
import dev.terra.api.process.Guard;
import dev.terra.core.limit.LineBudget;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state that all {@link Visitor visitors} of one port share: the records of its connections, its clock and its budget of log lines. It
 * is thread-safe.
 */
public final class Entrance {
  private final PortName port;
  private final DoorBook book;
  private final @Nullable Duration patience;
  private final Ticker ticker;
  private final Guard guard = new Guard("the check of a connection", (what, thrown) -> warn(what + ": " + thrown));
  private final LineBudget lines = new LineBudget();

  /**
   * Creates an entrance without visitors.
   *
   * @param known the known addresses, which the ports of a process share
   * @param patience the time for which a proved connection may send no request; null if it is unlimited
   * @param ticker the monotonic clock
   */
  public Entrance(PortName port, DoorBounds bounds, KnownAddresses known, @Nullable Duration patience, Ticker ticker) {
    this.port = port;
    this.book = new DoorBook(bounds, known);
    this.patience = patience;
    this.ticker = ticker;
  }

  /** Creates an entrance that uses the machine's clock. */
  public Entrance(PortName port, DoorBounds bounds, KnownAddresses known, @Nullable Duration patience) {
    this(port, bounds, known, patience, Ticker.systemTicker());
  }

  Optional<Visit> enter(InetAddress from, Runnable close) {
    DoorBook.Entry entry = book.enter(from, close, nanos());
    if (entry.visit().isEmpty() || entry.givesWay().isPresent()) {
      warn("no room for more connections that have not identified themselves; the last one came from " + from.getHostAddress());
    }
    entry.givesWay().ifPresent(Visit::close);
    return entry.visit();
  }

  boolean isLate(Visit visit) {
    return visit.isLate(nanos(), patience);
  }

  /** Returns whether a connection whose peer has proved who it is may stay silent for ever. */
  boolean waitsForEver() {
    return patience == null;
  }

  Guard guard() {
    return guard;
  }

  long nanos() {
    return ticker.read();
  }

  /** Writes a line to the log, if the budget of lines allows it. */
  void warn(String what) {
    lines.line(port.words() + ": " + what, nanos()).ifPresent(port.warnings());
  }
}
