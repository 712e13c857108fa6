package dev.terra.rest.api;

/** Immutable bytes. Two contents are equal only if they are one object. */
public final class Content {
  /** None. */
  public static final Content EMPTY = new Content(new byte[0]);
  private final byte[] bytes;

  /** These bytes, which must not change any more. */
  public Content(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The bytes; to be read only. */
  public byte[] bytes() {
    return bytes;
  }

  /** How many there are. */
  public int length() {
    return bytes.length;
  }
}
