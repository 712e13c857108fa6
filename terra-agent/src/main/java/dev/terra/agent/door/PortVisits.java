package dev.terra.agent.door;

import com.google.common.base.Ticker;
import dev.terra.api.door.DoorBook;
import dev.terra.api.door.Visit;
import dev.terra.api.process.Guard;
import dev.terra.core.limit.LineBudget;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Who is at a {@link DoorBook} of a port, and what the log is told of it: what the handlers of its connections share. Thread-safe. */
final class PortVisits {
  private final DoorBook book;
  private final Optional<Duration> patience;
  private final Ticker ticker;
  private final Consumer<String> log;
  private final Guard guard = new Guard("a look at a connection", (what, thrown) -> tell(what + ": " + thrown));
  private final LineBudget lines = new LineBudget();

  /**
   * For one port.
   *
   * @param patience with a proved connection of which a request is expected; without end if there is none
   * @param ticker the monotonic clock
   * @param log where lines go of which there is room
   */
  PortVisits(DoorBook book, Optional<Duration> patience, Ticker ticker, Consumer<String> log) {
    this.book = book;
    this.patience = patience;
    this.ticker = ticker;
    this.log = log;
  }

  Guard guard() {
    return guard;
  }

  Optional<Duration> patience() {
    return patience;
  }

  long nanos() {
    return ticker.read();
  }

  long refused() {
    return book.refused();
  }

  Optional<Visit> enter(Channel channel, InetAddress from) {
    DoorBook.Entry entry = book.enter(from, () -> channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE), nanos());
    if (entry.visit().isEmpty() || entry.givesWay().isPresent()) {
      tell("no room for connections that have not said who they are; the last one came from " + from.getHostAddress());
    }
    entry.givesWay().ifPresent(Visit::close);
    return entry.visit();
  }

  void tell(String what) {
    lines.line(what, nanos()).ifPresent(log);
  }
}
