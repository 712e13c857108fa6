package dev.terra.shuffle.relay;

/**
 * Bytes of a segment that an ended agent has sent to the reducer and that no checksum has proved. No bytes may follow them before they have
 * been compared with the same bytes at the origin.
 *
 * @param start the position of the first of them in the response's body
 * @param length their number; 0 if there are none
 */
record SentPrefix(long start, long length, int checksum) {
  static final SentPrefix NONE = new SentPrefix(0, 0, 0);
}
