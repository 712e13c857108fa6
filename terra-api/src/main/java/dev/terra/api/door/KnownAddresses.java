package dev.terra.api.door;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * The known addresses of a process: those from which it has proved connections at any of its ports, and those that are configured. It is
 * thread-safe.
 */
public final class KnownAddresses {
  private final ConcurrentMap<InetAddress, Integer> proved = new ConcurrentHashMap<>();
  private final Predicate<InetAddress> configured;
  private final LongAdder refused = new LongAdder();

  /** Creates a set whose configured addresses are those that the predicate accepts. */
  public KnownAddresses(Predicate<InetAddress> configured) {
    this.configured = configured;
  }

  /** Creates a set without configured addresses. */
  public KnownAddresses() {
    this(address -> false);
  }

  /** Returns whether an address is known, so that the larger bounds hold for its strangers. */
  public boolean contains(InetAddress address) {
    return proved.containsKey(address) || configured.test(address);
  }

  /** Returns the number of connections that the ports of the process have refused, or closed in favour of others. */
  public long refused() {
    return refused.sum();
  }

  void noteRefused() {
    refused.increment();
  }

  void add(InetAddress address) {
    proved.merge(address, 1, Integer::sum);
  }

  void remove(InetAddress address) {
    proved.computeIfPresent(address, (same, count) -> count > 1 ? count - 1 : null);
  }
}
