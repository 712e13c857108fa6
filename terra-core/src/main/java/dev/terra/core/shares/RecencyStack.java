package dev.terra.core.shares;

/**
 * Keys in the order of their last touches, with the bytes that were touched since. Each touch takes the next place. A Fenwick tree over the
 * places holds sums of bytes, and an open hash table holds each key's place. When all places are taken, places of earlier touches that
 * became free are removed. Keys beyond the bounds are dropped, oldest first.
 */
final class RecencyStack {
  private static final int FIRST_CAPACITY = 1 << 10;
  /** The number of low bits of a key that the table does not use. Keys are hashes, whose low bits are the same for all keys of a sample. */
  private static final int HASH_SHIFT = 17;

  private final long mostBytes;
  private final int mostKeys;
  private long[] keys = new long[FIRST_CAPACITY];
  private long[] sizes = new long[FIRST_CAPACITY];
  private long[] sums = new long[FIRST_CAPACITY + 1];
  /** The place of each slot's key plus 1; 0 for an empty slot. */
  private int[] table = new int[2 * FIRST_CAPACITY];
  private int next;
  private int oldest;
  private int live;
  private long bytes;

  RecencyStack(long mostBytes, int mostKeys) {
    this.mostBytes = mostBytes;
    this.mostKeys = mostKeys;
  }

  /**
   * Touches a key.
   *
   * @param size the key's bytes from now on; less than 1 counts as 1
   * @return the bytes of all keys that were touched since the key's last touch, including its own; 0 if the key is new
   */
  long touch(long key, long size) {
    if (next == keys.length) {
      closeUp();
    }
    int slot = slot(key);
    long distance = table[slot] == 0 ? 0 : leave(table[slot] - 1);
    live += distance == 0 ? 1 : 0;
    table[slot] = next + 1;
    keys[next] = key;
    place(next, Math.max(1, size));
    next++;
    dropOldest();
    return distance;
  }

  private long leave(int place) {
    long size = sizes[place];
    long distance = bytes - upTo(place) + size;
    place(place, -size);
    return distance;
  }

  /** Adds to the bytes of a place. */
  private void place(int place, long size) {
    sizes[place] += size;
    bytes += size;
    for (int i = place + 1; i < sums.length; i += i & -i) {
      sums[i] += size;
    }
  }

  private long upTo(int place) {
    long sum = 0;
    for (int i = place + 1; i > 0; i -= i & -i) {
      sum += sums[i];
    }
    return sum;
  }

  private void dropOldest() {
    while (live > 1 && (bytes > mostBytes || live > mostKeys)) {
      while (sizes[oldest] == 0) {
        oldest++;
      }
      remove(slot(keys[oldest]));
      place(oldest, -sizes[oldest]);
      live--;
    }
  }

  private void closeUp() {
    int capacity = 2 * live > keys.length ? 2 * keys.length : keys.length;
    long[] oldKeys = keys;
    long[] oldSizes = sizes;
    int end = next;
    keys = new long[capacity];
    sizes = new long[capacity];
    sums = new long[capacity + 1];
    table = new int[2 * capacity];
    next = 0;
    oldest = 0;
    for (int i = 0; i < end; i++) {
      if (oldSizes[i] > 0) {
        keys[next] = oldKeys[i];
        sizes[next] = oldSizes[i];
        table[slot(oldKeys[i])] = ++next;
      }
    }
    sum();
  }

  private void sum() {
    System.arraycopy(sizes, 0, sums, 1, sizes.length);
    for (int i = 1; i < sums.length; i++) {
      int parent = i + (i & -i);
      if (parent < sums.length) {
        sums[parent] += sums[i];
      }
    }
  }

  /** Returns the slot of a key in the table, or the empty slot where it belongs. */
  private int slot(long key) {
    int slot = home(key);
    while (table[slot] != 0 && keys[table[slot] - 1] != key) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  private int home(long key) {
    return (int) (key >>> HASH_SHIFT) & (table.length - 1);
  }

  /** Empties a slot, and moves up the entries that it kept from their home slots. */
  private void remove(int slot) {
    int hole = slot;
    int mask = table.length - 1;
    for (int i = (hole + 1) & mask; table[i] != 0; i = (i + 1) & mask) {
      int home = home(keys[table[i] - 1]);
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        table[hole] = table[i];
        hole = i;
      }
    }
    table[hole] = 0;
  }

  /** Returns the number of keys. */
  int size() {
    return live;
  }
}
