package dev.terra.shuffle.relay;

/**
 * Bytes of a segment that the reducer was sent by an agent that has ended, and that no checksum has proved: nothing follows them before
 * they are compared with the same bytes at the origin.
 *
 * @param start of the first of them in the response's body
 * @param length 0 if there are none
 */
record SentPrefix(long start, long length, int checksum) {
  static final SentPrefix NONE = new SentPrefix(0, 0, 0);
}
