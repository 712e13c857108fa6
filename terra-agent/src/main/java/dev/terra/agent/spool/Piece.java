package dev.terra.agent.spool;

import org.jspecify.annotations.Nullable;

/**
 * Some bytes in the spool, with the checksum with which they arrived. It is used on the agent's thread only, and only the spool reads its
 * data.
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

  /** Returns the number of bytes. */
  public int length() {
    return length;
  }

  /** Returns whether a reader waited for the bytes when they arrived. */
  public boolean requested() {
    return requested;
  }

  /** Returns the checksum with which the bytes arrived. */
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

  /** Returns whether the piece is in the spool's file, or on its way there. */
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

  /** Marks the piece as freed; throws an exception if it already is. */
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
