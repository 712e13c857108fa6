package dev.terra.core.view;

/**
 * How long readers waited for fetches that went through Terra, since the agent that served them started.
 *
 * @param firstByte the times from the request to the first byte, of the fetches that had a first byte
 * @param lastByte the times from the request to the last byte, of the fetches that had all bytes
 */
public record FetchWaits(Waits firstByte, Waits lastByte) {
  /** The waits before the first fetch. */
  public static final FetchWaits NONE = new FetchWaits(Waits.NONE, Waits.NONE);

  /** Returns these waits and those of another agent together. */
  public FetchWaits plus(FetchWaits other) {
    return new FetchWaits(firstByte.plus(other.firstByte), lastByte.plus(other.lastByte));
  }

  /** Returns these waits and that of one more fetch for its first byte. */
  public FetchWaits plusFirstByte(double seconds) {
    return new FetchWaits(firstByte.plus(seconds), lastByte);
  }

  /** Returns these waits and that of one more fetch for its last byte. */
  public FetchWaits plusLastByte(double seconds) {
    return new FetchWaits(firstByte, lastByte.plus(seconds));
  }
}
