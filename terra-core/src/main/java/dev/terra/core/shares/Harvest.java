package dev.terra.core.shares;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The first phase of HARE (FAST 2026). It moves cache, one delta at a time, from the tenant that needs the least rate in return to the
 * tenant that can give up the most rate. Both keep their throughput; the difference of the rates is harvested. The phase continues while
 * the common gain rises.
 */
final class Harvest {
  private final SharePool pool;
  private final List<Holding> holdings;
  private final double[][] given;
  private final double[][] asked;
  /** For each rate, the order in which tenants with equal offers are taken. */
  private final int[][] givers;

  Harvest(SharePool pool, List<Holding> holdings) {
    this.pool = pool;
    this.holdings = holdings;
    this.given = new double[holdings.size()][];
    this.asked = new double[holdings.size()][];
    this.givers = IntStream.range(0, pool.resources().size()).mapToObj(i -> IntStream.range(0, holdings.size()).toArray())
        .toArray(int[][]::new);
    IntStream.range(0, holdings.size()).forEach(this::offer);
  }

  /** Makes all moves that are worthwhile, and returns the rates that remain. */
  Spare reap(Spare idle) {
    Spare spare = idle;
    for (int i = 0; i < pool.rules().mostMoves(); i++) {
      int traded = spare.traded(pool.resources());
      if (traded < 0) {
        return spare;
      }
      int taker = taker(traded);
      int giver = giver(traded, taker);
      if (Double.isInfinite(asked[giver][traded])) {
        return spare;
      }
      Spare next = spare.after(given[taker], asked[giver]);
      if (!(next.gain() - spare.gain() >= pool.rules().leastGain())) {
        return spare;
      }
      move(taker, giver);
      spare = next;
    }
    return spare;
  }

  private void move(int taker, int giver) {
    holdings.get(taker).addCache(pool.rules().deltaBytes());
    holdings.get(giver).addCache(-pool.rules().deltaBytes());
    for (int i = 0; i < pool.resources().size(); i++) {
      holdings.get(taker).add(i, -given[taker][i]);
      holdings.get(giver).add(i, asked[giver][i]);
    }
    offer(taker);
    offer(giver);
  }

  private void offer(int tenant) {
    given[tenant] = holdings.get(tenant).given(pool.rules().deltaBytes());
    asked[tenant] = holdings.get(tenant).asked(pool.rules().deltaBytes(), pool.rules().leastBytes());
  }

  private int taker(int traded) {
    int taker = 0;
    for (int i = 1; i < given.length; i++) {
      if (given[i][traded] > given[taker][traded]) {
        taker = i;
      }
    }
    return taker;
  }

  /**
   * Returns the tenant that needs the least rate in return. If this is the taker, the taker goes to the front of the order, and the tenant
   * that needs the least of the others is returned.
   */
  private int giver(int traded, int taker) {
    int[] order = givers[traded];
    int place = least(order, 0, traded);
    if (order[place] == taker) {
      order[place] = order[0];
      order[0] = taker;
      place = least(order, 1, traded);
    }
    return order[place];
  }

  private int least(int[] order, int from, int traded) {
    int least = from;
    for (int i = from + 1; i < order.length; i++) {
      if (asked[order[i]][traded] < asked[order[least]][traded]) {
        least = i;
      }
    }
    return least;
  }
}
