package dev.terra.agent.spool;

import java.util.BitSet;

/**
 * Which pages of the spool file are in use. Runs are found first-fit from where the last one ended, so that writes go forward
 * through the file. Pure.
 */
final class PageAllocator {
  private final int pages;
  private final BitSet used = new BitSet();
  private int next;

  PageAllocator(int pages) {
    this.pages = pages;
  }

  /** The first page of a run of so many free ones, now in use; -1 if there is none. */
  int allocate(int count) {
    int start = find(next, pages, count);
    if (start < 0) {
      start = find(0, Math.min(pages, next + count), count);
    }
    if (start >= 0) {
      used.set(start, start + count);
      next = start + count;
    }
    return start;
  }

  private int find(int from, int to, int count) {
    int start = used.nextClearBit(from);
    while (start + count <= to) {
      int obstacle = used.nextSetBit(start);
      if (obstacle < 0 || obstacle >= start + count) {
        return start;
      }
      start = used.nextClearBit(obstacle);
    }
    return -1;
  }

  void free(int start, int count) {
    used.clear(start, start + count);
  }

  int usedPages() {
    return used.cardinality();
  }
}
