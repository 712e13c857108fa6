package dev.terra.rest.api;

/** Immutable bytes. Two contents are equal only if they are one object. */
public final class Content {
  /** Content without bytes. */
  public static final Content EMPTY = new Content(new byte[0]);
  private final byte[] bytes;

  /** Creates content of the given bytes, which must not change afterwards. */
  public Content(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the bytes, which must not be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the number of bytes. */
  public int length() {
    return bytes.length;
  }
}
