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
 * The pipes that neighbours may begin at this site. Each is identified by its number, and may be begun once and in time. The orders of one
 * neighbour take no room from others. Pure, and thread-safe: lines promise pipes on their loops, and connections arrive on their own loops.
 */
public final class PipeBook {
  /**
   * The most pipes that a neighbour may have ordered and not begun. It suffices for the pipes of a large WAN's link when the link comes
   * back; each takes some hundred bytes.
   */
  public static final int MOST_WAITING = 1_024;
  /**
   * The most pipes of a neighbour. Each keeps at most 128 KiB of bytes here, so these are 128 MiB; a link of a WAN of 25 sites has some 600
   * pipes.
   */
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
   * Creates a book without promises.
   *
   * @param random a generator whose numbers cannot be predicted
   */
  public PipeBook(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Promises a neighbour a pipe, and returns the pipe's number.
   *
   * @throws IllegalArgumentException if the neighbour has too many pipes
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

  /** Returns the account of a neighbour, which is created at its first order. */
  private Account of(SiteId neighbour) {
    return byNeighbour.computeIfAbsent(neighbour, site -> new Account());
  }

  /** Drops the promises whose time is over. They are in the order of their promises, so the late ones are the first. */
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

  /**
   * Begins a pipe, as a connection has begun with its number. Returns the order of the pipe, or nothing if the number is wrong, late or
   * used.
   */
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

  /** Records that a pipe that was begun has ended. */
  public synchronized void ended(PipeOrder order) {
    of(order.previous()).begun--;
  }

  /** Returns how many pipes are promised or begun. */
  public synchronized int size() {
    return byNeighbour.values().stream().mapToInt(account -> account.waiting.size() + account.begun).sum();
  }
}
