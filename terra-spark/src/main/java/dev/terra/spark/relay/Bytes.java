package dev.terra.spark.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Bytes that have arrived and have not been taken, in order. It is used on its owner's thread only. */
final class Bytes {
  private final Deque<ByteBuffer> pieces = new ArrayDeque<>();
  private int size;

  void add(ByteBuffer piece) {
    if (piece.hasRemaining()) {
      pieces.add(piece);
      size += piece.remaining();
    }
  }

  int size() {
    return size;
  }

  /** Takes the first bytes out, at most {@code most}. */
  ByteBuffer take(int most) {
    int length = Math.min(most, size);
    ByteBuffer first = pieces.peek();
    if (first != null && first.remaining() == length) {
      size -= length;
      return pieces.remove();
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    while (out.hasRemaining()) {
      ByteBuffer piece = pieces.element();
      int part = Math.min(piece.remaining(), out.remaining());
      out.put(piece.slice(piece.position(), part));
      piece.position(piece.position() + part);
      if (!piece.hasRemaining()) {
        pieces.remove();
      }
    }
    size -= length;
    return out.flip();
  }

  void clear() {
    pieces.clear();
    size = 0;
  }
}
