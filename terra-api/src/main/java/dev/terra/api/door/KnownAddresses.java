package dev.terra.api.door;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** The addresses from which a process has proved connections, at any of its ports, and those that are configured. Thread-safe. */
public final class KnownAddresses {
  private final ConcurrentMap<InetAddress, Integer> proved = new ConcurrentHashMap<>();
  private final Predicate<InetAddress> configured;
  private final LongAdder refused = new LongAdder();

  /** Knows addresses from its configuration. */
  public KnownAddresses(Predicate<InetAddress> configured) {
    this.configured = configured;
  }

  /** A set without addresses. */
  public KnownAddresses() {
    this(address -> false);
  }

  /** Whether a stranger from an address has the larger bounds. */
  public boolean contains(InetAddress address) {
    return proved.containsKey(address) || configured.test(address);
  }

  /** How many connections the ports of the process have refused, or closed in favour of others. */
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
