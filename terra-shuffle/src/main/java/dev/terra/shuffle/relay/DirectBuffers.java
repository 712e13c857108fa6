package dev.terra.shuffle.relay;

import dev.terra.node.fetch.HttpFetch;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The direct memory of Terra inside the NodeManager: buffers of one size, the size of a relay's read, at most {@value #MAX_BUFFERS} of
 * them, which are reused and never freed. Buffers of another size, above this number, or beyond the memory of the process are on the heap.
 * It is thread-safe.
 *
 * <p>At most {@value RelayServices#MAX_ACTIVE} relays hold {@value ReducerResponse#MAX_UNWRITTEN} buffers that wait for the reducer and one
 * that is being read: 1,500 buffers. The bound is 48 MiB; the 16 MiB up to the promised 64 are for the client library that talks to agents,
 * and for what the JDK keeps for each thread that writes from the heap.
 */
public final class DirectBuffers extends AbstractByteBufAllocator {
  /** The most buffers, 48 MiB together. */
  static final int MAX_BUFFERS = 1_536;
  /** The size of a buffer: one read of a relay's source, bytes. */
  static final int BUFFER_BYTES = HttpFetch.BUFFER_BYTES;

  private final ConcurrentLinkedQueue<ByteBuffer> free = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inUse = new AtomicInteger();

  /** Makes an empty set of buffers; each is allocated when it is first needed. */
  public DirectBuffers() {
    super(false);
  }

  /** Returns how many buffers of direct memory are in use. */
  int inUse() {
    return inUse.get();
  }

  @Override
  protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
    return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity);
  }

  @Override
  protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
    if (initialCapacity == BUFFER_BYTES && reserve()) {
      try {
        return toLeakAwareBuffer(new Slab(this));
      } catch (OutOfMemoryError e) {
        inUse.decrementAndGet();
      }
    }
    return newHeapBuffer(initialCapacity, maxCapacity);
  }

  private boolean reserve() {
    if (inUse.incrementAndGet() <= MAX_BUFFERS) {
      return true;
    }
    inUse.decrementAndGet();
    return false;
  }

  @Override
  public CompositeByteBuf compositeDirectBuffer(int maxNumComponents) {
    return compositeHeapBuffer(maxNumComponents);
  }

  @Override
  public boolean isDirectBufferPooled() {
    return false;
  }

  /** One buffer, which never grows. */
  private static final class Slab extends UnpooledDirectByteBuf {
    Slab(DirectBuffers owner) {
      super(owner, BUFFER_BYTES, BUFFER_BYTES);
    }

    /** Reuses or allocates the memory. The superclass's constructor calls this, too, after it has set the owner. */
    @Override
    protected ByteBuffer allocateDirect(int capacity) {
      ByteBuffer reused = ((DirectBuffers) alloc()).free.poll();
      return reused == null ? ByteBuffer.allocateDirect(capacity) : reused;
    }

    @Override
    protected void freeDirect(ByteBuffer buffer) {
      DirectBuffers owner = (DirectBuffers) alloc();
      buffer.clear();
      owner.free.add(buffer);
      owner.inUse.decrementAndGet();
    }
  }
}
