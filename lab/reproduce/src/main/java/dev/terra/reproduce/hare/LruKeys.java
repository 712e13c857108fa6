package dev.terra.reproduce.hare;

import java.util.Arrays;

/** The keys in a cache that evicts the least recently used: a list in arrays, as there are millions of keys. */
final class LruKeys {
  private static final int ABSENT = -1;

  private final int[] younger;
  private final int[] older;
  /** The index of the list's ends in the arrays. */
  private final int end;
  private int capacity;
  private int size;

  /**
   * Makes an empty cache.
   *
   * @param keys the largest number of keys
   * @param capacity how many of them fit
   */
  LruKeys(int keys, int capacity) {
    this.end = keys;
    this.younger = new int[keys + 1];
    this.older = new int[keys + 1];
    this.capacity = capacity;
    Arrays.fill(younger, ABSENT);
    younger[end] = end;
    older[end] = end;
  }

  /** Makes a key the most recent one. Returns whether it was in the cache. */
  boolean touch(int key) {
    boolean isThere = younger[key] != ABSENT;
    if (isThere) {
      unlink(key);
    }
    link(key);
    evict();
    return isThere;
  }

  /** Puts a key behind all others, if there is room. */
  void addOldest(int key) {
    if (size < capacity && younger[key] == ABSENT) {
      int last = younger[end];
      younger[end] = key;
      older[last] = key;
      older[key] = end;
      younger[key] = last;
      size++;
    }
  }

  /** Sets how many keys fit. */
  void resize(int keys) {
    capacity = keys;
    evict();
  }

  int size() {
    return size;
  }

  int capacity() {
    return capacity;
  }

  private void evict() {
    while (size > capacity) {
      int last = younger[end];
      unlink(last);
      younger[last] = ABSENT;
    }
  }

  private void link(int key) {
    int first = older[end];
    older[end] = key;
    younger[first] = key;
    younger[key] = end;
    older[key] = first;
    size++;
  }

  private void unlink(int key) {
    older[younger[key]] = older[key];
    younger[older[key]] = younger[key];
    size--;
  }
}
