package dev.terra.api.door;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The records of the connections of a port. A stranger is a connection whose peer has not yet proved who it is. Strangers are bounded for
 * each address and in total. If there is no room, the oldest stranger gives way, provided it has been there for at least a second, so that
 * silent connections do not keep others out. Strangers from known addresses are bounded for each address only, so that a flood from
 * elsewhere takes no room from them. It is thread-safe; times are monotonic nanoseconds.
 */
public final class DoorBook {
  private final DoorBounds bounds;
  private final KnownAddresses known;
  private final Set<Visit> unknown = new LinkedHashSet<>();
  private final Map<InetAddress, Set<Visit>> strangers = new HashMap<>();
  private final Map<InetAddress, Integer> proved = new HashMap<>();
  private final Visit.Places places = new Visit.Places(this::prove, this::leave);
  private int allProved;

  /** The decision about a new connection: its visit if it may stay, and the stranger that gives way to it. */
  public record Entry(Optional<Visit> visit, Optional<Visit> givesWay) {}

  /**
   * Creates the records of a port without connections.
   *
   * @param known the known addresses, which the ports of a process share
   */
  public DoorBook(DoorBounds bounds, KnownAddresses known) {
    this.bounds = bounds;
    this.known = known;
  }

  /** Decides about a new stranger from an address. {@code close} ends its connection, on any thread. */
  public synchronized Entry enter(InetAddress from, Runnable close, long nowNanos) {
    boolean expected = known.contains(from);
    Set<Visit> ofAddress = strangers.getOrDefault(from, Set.of());
    Optional<Visit> oldest = inTheWay(ofAddress, expected);
    if (oldest.isPresent() && nowNanos - oldest.get().since() < DoorBounds.GIVES_WAY_NANOS) {
      known.noteRefused();
      return new Entry(Optional.empty(), Optional.empty());
    }
    oldest.ifPresent(gone -> {
      known.noteRefused();
      forget(gone);
    });
    return new Entry(Optional.of(add(new Visit(places, from, close, nowNanos), expected)), oldest);
  }

  private Optional<Visit> inTheWay(Set<Visit> ofAddress, boolean expected) {
    if (ofAddress.size() >= (expected ? DoorBounds.STRANGERS_OF_KNOWN : DoorBounds.STRANGERS_OF_ONE)) {
      return Optional.of(ofAddress.iterator().next());
    }
    return !expected && unknown.size() >= DoorBounds.STRANGERS ? Optional.of(unknown.iterator().next()) : Optional.empty();
  }

  private Visit add(Visit visit, boolean expected) {
    strangers.computeIfAbsent(visit.from(), address -> new LinkedHashSet<>()).add(visit);
    if (!expected) {
      unknown.add(visit);
    }
    return visit;
  }

  private void forget(Visit visit) {
    unknown.remove(visit);
    strangers.computeIfPresent(visit.from(), (address, all) -> all.remove(visit) && all.isEmpty() ? null : all);
  }

  private synchronized boolean prove(Visit visit) {
    int ofAddress = proved.getOrDefault(visit.from(), 0);
    if (ofAddress >= bounds.provedOfOne() || allProved >= bounds.proved()) {
      known.noteRefused();
      return false;
    }
    forget(visit);
    proved.put(visit.from(), ofAddress + 1);
    allProved++;
    known.add(visit.from());
    return true;
  }

  private synchronized void leave(Visit visit) {
    forget(visit);
    if (visit.isProved()) {
      proved.computeIfPresent(visit.from(), (address, count) -> count > 1 ? count - 1 : null);
      allProved--;
      known.remove(visit.from());
    }
  }

  /** Returns the number of connections whose peers have not proved who they are. */
  public synchronized int strangers() {
    return strangers.values().stream().mapToInt(Set::size).sum();
  }
}
