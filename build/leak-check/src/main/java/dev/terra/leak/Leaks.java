package dev.terra.leak;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Finds buffers that were dropped without being released. Netty's detector finds such a buffer only after it has been collected, and
 * reports it only when the next buffer is made. So both are forced here.
 */
public final class Leaks {
  /** The number of collections. What one collection finds is queued in no order, but before what the next one finds. */
  private static final int COLLECTIONS = 2;
  private static final long PATIENCE_MILLIS = 10_000;
  private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

  static {
    ByteBufUtil.setLeakListener((type, records) -> FOUND.add(type + ": " + records));
  }

  private Leaks() {}

  /** Makes sure that later leaks are reported. */
  public static void watch() {
    makeBuffer();
  }

  /** Returns all leaks that were not found before. */
  public static List<String> find() {
    for (int i = 0; i < COLLECTIONS; i++) {
      collect();
      makeBuffer();
    }
    List<String> found = new ArrayList<>();
    for (String leak = FOUND.poll(); leak != null; leak = FOUND.poll()) {
      found.add(leak);
    }
    return found;
  }

  /** Fails if {@link #find} returns any leak. */
  public static void check() {
    List<String> leaks = find();
    if (!leaks.isEmpty()) {
      throw new AssertionError("leaked buffers: " + leaks);
    }
  }

  private static void collect() {
    ReferenceQueue<Object> collected = new ReferenceQueue<>();
    WeakReference<Object> canary = new WeakReference<>(new Object(), collected);
    System.gc();
    try {
      Reference<?> first = collected.remove(PATIENCE_MILLIS);
      if (first != canary) {
        throw new AssertionError("nothing was collected within " + PATIENCE_MILLIS + " ms");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static void makeBuffer() {
    ByteBuf any = PooledByteBufAllocator.DEFAULT.directBuffer(1);
    any.release();
  }
}
