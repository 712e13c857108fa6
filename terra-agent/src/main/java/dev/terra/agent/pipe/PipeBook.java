package dev.terra.agent.pipe;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The pipes that neighbours may begin here: each by its number, once, in time. What one neighbour has ordered takes no room from others.
 * Pure, and thread-safe: lines promise on their loops, connections arrive on theirs.
 */
public final class PipeBook {
  /** What a neighbour may have ordered and not begun: the pipes of a large WAN's link when that comes back, some hundred bytes each. */
  public static final int MOST_WAITING = 1_024;
  /** The pipes of a neighbour. Each keeps 128 KiB of bytes here at most, so this is 128 MiB; a link of a WAN of 25 sites has some 600. */
  public static final int MOST_PIPES = 1_024;

  private static final class Account {
    private final Map<PipeNumber, Promise> waiting = new LinkedHashMap<>();
    private int begun;
  }

  private record Promise(PipeOrder order, long untilNanos) {}

  private final RandomGenerator random;
  private final Map<SiteId, Account> byNeighbour = new HashMap<>();
  private final Map<PipeNumber, SiteId> neighbours = new HashMap<>();

  /**
   * Nothing promised yet.
   *
   * @param random cannot be predicted
   */
  public PipeBook(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Promises a neighbour a pipe.
   *
   * @throws IllegalArgumentException if it has too many
   */
  public synchronized PipeNumber promise(PipeOrder order, long nowNanos) {
    SiteId neighbour = order.previous();
    Account account = of(neighbour);
    dropLate(account, nowNanos);
    if (account.waiting.size() >= MOST_WAITING) {
      throw new IllegalArgumentException(neighbour + " has ordered " + MOST_WAITING + " pipes here that it has not begun, and may order no "
          + "more");
    }
    if (account.waiting.size() + account.begun >= MOST_PIPES) {
      throw new IllegalArgumentException(neighbour + " has " + MOST_PIPES + " pipes here, and may have no more");
    }
    PipeNumber number = PipeNumber.draw(random);
    account.waiting.put(number, new Promise(order, nowNanos + ProtocolTiming.PIPE_BEGUN.nanos()));
    neighbours.put(number, neighbour);
    return number;
  }

  /** The account of a neighbour, which begins with its first order. */
  private Account of(SiteId neighbour) {
    return byNeighbour.computeIfAbsent(neighbour, site -> new Account());
  }

  /** They are in the order of their promises, so the late ones are the first. */
  private void dropLate(Account account, long nowNanos) {
    Iterator<Map.Entry<PipeNumber, Promise>> oldest = account.waiting.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<PipeNumber, Promise> next = oldest.next();
      if (nowNanos - next.getValue().untilNanos < 0) {
        return;
      }
      oldest.remove();
      neighbours.remove(next.getKey());
    }
  }

  /** A connection begins with a number: the pipe that was promised by it, which counts as begun. Empty if it is wrong, late or used. */
  public synchronized Optional<PipeOrder> begin(PipeNumber number, long nowNanos) {
    SiteId neighbour = neighbours.get(number);
    if (neighbour == null) {
      return Optional.empty();
    }
    Account account = of(neighbour);
    dropLate(account, nowNanos);
    Promise promise = account.waiting.remove(number);
    neighbours.remove(number);
    if (promise == null) {
      return Optional.empty();
    }
    account.begun++;
    return Optional.of(promise.order);
  }

  /** A pipe that was begun has ended. */
  public synchronized void ended(PipeOrder order) {
    of(order.previous()).begun--;
  }

  /** How many are promised and begun. */
  public synchronized int size() {
    return byNeighbour.values().stream().mapToInt(account -> account.waiting.size() + account.begun).sum();
  }
}
