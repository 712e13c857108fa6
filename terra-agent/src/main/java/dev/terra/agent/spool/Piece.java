package dev.terra.agent.spool;

import org.jspecify.annotations.Nullable;

/**
 * Some bytes in the spool, with the checksum with which they came. Belongs to the agent's thread; only the spool looks inside.
 */
public final class Piece {
  private final int length;
  private final int crc;
  private final boolean requested;
  private byte @Nullable [] data;
  private boolean onDisk;
  private int firstPage;
  private int pendingIo;
  private boolean freed;

  Piece(byte[] data, int crc, boolean requested) {
    this.length = data.length;
    this.crc = crc;
    this.requested = requested;
    this.data = data;
  }

  /** Number of bytes. */
  public int length() {
    return length;
  }

  /** Whether a reader was waiting for them when they came. */
  public boolean requested() {
    return requested;
  }

  /** The checksum with which they came. */
  public int crc() {
    return crc;
  }

  byte @Nullable [] data() {
    return data;
  }

  void toDisk(int page) {
    onDisk = true;
    firstPage = page;
  }

  /** Whether it is in the spool's file, or on its way there. */
  public boolean onDisk() {
    return onDisk;
  }

  int firstPage() {
    return firstPage;
  }

  void forgetData() {
    data = null;
  }

  void ioStarted() {
    pendingIo++;
  }

  void ioDone() {
    pendingIo--;
  }

  boolean ioPending() {
    return pendingIo > 0;
  }

  /** Once only. */
  void markFreed() {
    if (freed) {
      throw new IllegalStateException("a piece of " + length + " bytes was freed twice");
    }
    freed = true;
  }

  boolean isFreed() {
    return freed;
  }
}
