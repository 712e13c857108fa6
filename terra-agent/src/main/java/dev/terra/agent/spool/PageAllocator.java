package dev.terra.agent.spool;

import java.util.BitSet;

/**
 * The pages of the spool file that are in use. Free runs are found first-fit from the end of the last run, so that writes go forward
 * through the file. The class depends on no clock, thread or file.
 */
final class PageAllocator {
  private final int pages;
  private final BitSet used = new BitSet();
  private int next;

  PageAllocator(int pages) {
    this.pages = pages;
  }

  /** Allocates a run of so many free pages, and returns its first page; -1 if there is no such run. */
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
