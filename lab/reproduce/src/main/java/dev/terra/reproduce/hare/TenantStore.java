package dev.terra.reproduce.hare;

import dev.terra.core.shares.Allotment;
import dev.terra.core.shares.GhostCache;
import dev.terra.reproduce.event.Clock;
import dev.terra.reproduce.event.Event;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A tenant's key-value store, like HopperKV: a cache in memory before a database whose read and write units are
 * limited, as is its network. Its clients always have a next operation, which begins when all that it takes is within
 * the limits.
 */
final class TenantStore implements Event {
  private static final double PICOS_PER_SECOND = 1e12;

  private final Clock clock;
  private final RandomGenerator random;
  private final PacedRate readUnits = new PacedRate();
  private final PacedRate writeUnits = new PacedRate();
  private final PacedRate network = new PacedRate();
  private final LruKeys cache;
  private final GhostCache ghost;
  private TenantLoad load;
  private KeySpace keys;
  private StoreCounts counts = StoreCounts.NONE;
  private StoreCounts next = StoreCounts.NONE;

  /**
   * The initial state of a store.
   *
   * @param allotment what it may use: read units, write units and bytes a second
   * @param ghost follows its reads
   * @param seed of its clients
   */
  record Begin(Allotment allotment, GhostCache ghost, long seed) {}

  /**
   * Makes a store that serves, and whose cache is as after an endless time.
   *
   * @param mostKeys the largest number of keys of its loads
   */
  TenantStore(Clock clock, TenantLoad load, int mostKeys, Begin begin) {
    this.clock = clock;
    this.load = load;
    this.ghost = begin.ghost();
    this.random = new SplittableRandom(begin.seed());
    this.keys = new KeySpace(load, begin.seed());
    this.cache = new LruKeys(mostKeys, capacity(begin.allotment()));
    allot(begin.allotment());
    fill();
    clock.at(clock.now(), this);
  }

  private void fill() {
    int[] byAge = keys.byAge(random);
    for (int key : byAge) {
      cache.addOldest(key);
    }
    for (int i = byAge.length - 1; i >= 0; i--) {
      ghost.touch(byAge[i], load.memoryBytes());
    }
  }

  private int capacity(Allotment allotment) {
    return Math.toIntExact(allotment.cacheBytes() / load.memoryBytes());
  }

  /** Sets what it may use. */
  void allot(Allotment allotment) {
    readUnits.set(allotment.rates().get(0));
    writeUnits.set(allotment.rates().get(1));
    network.set(allotment.rates().get(2));
    cache.resize(capacity(allotment));
  }

  /** Changes its clients. Keys of equal rank stay the same. */
  void change(TenantLoad other, long seed) {
    load = other;
    keys = new KeySpace(other, seed);
  }

  /** Returns whether its cache has filled what it is allotted, or has all keys. */
  boolean isFull() {
    return cache.size() >= Math.min(load.keys(), cache.capacity());
  }

  TenantLoad load() {
    return load;
  }

  GhostCache ghost() {
    return ghost;
  }

  /** Returns the counts since the last call. */
  StoreCounts takeCounts() {
    StoreCounts taken = counts;
    counts = StoreCounts.NONE;
    return taken;
  }

  /** Ends an operation, and sets the next one. */
  @Override
  public void happen() {
    counts = counts.plus(next);
    next = random.nextDouble() < load.writes() ? write() : read();
    double now = clock.now() / PICOS_PER_SECOND;
    long misses = next.reads() - next.hits();
    double reads = (double) misses * load.readUnits();
    double writes = (double) next.writes() * load.writeUnits();
    double bytes = (double) load.wireBytes() * (next.reads() + misses + 2 * next.writes());
    double start = Math.max(readUnits.earliest(now, reads), Math.max(writeUnits.earliest(now, writes), network.earliest(now, bytes)));
    readUnits.use(start, reads);
    writeUnits.use(start, writes);
    network.use(start, bytes);
    clock.at(Math.max(clock.now(), Math.round(start * PICOS_PER_SECOND)), this);
  }

  private StoreCounts write() {
    int key = keys.draw(random);
    cache.touch(key);
    ghost.touch(key, load.memoryBytes());
    return new StoreCounts(0, 0, 1);
  }

  private StoreCounts read() {
    int first = keys.draw(random);
    int length = 1 + random.nextInt(load.scan());
    int hits = 0;
    for (int i = 0; i < length; i++) {
      int key = keys.behind(first, i);
      hits += cache.touch(key) ? 1 : 0;
      ghost.read(key, load.memoryBytes());
    }
    return new StoreCounts(length, hits, 0);
  }
}
