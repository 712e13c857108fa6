package dev.terra.core.view;

/**
 * What readers waited for fetches that went through Terra, since the agent that served them started.
 *
 * @param firstByte from the request to the first byte; of those that had one
 * @param lastByte from the request to the last byte; of those that had all
 */
public record FetchWaits(Waits firstByte, Waits lastByte) {
  /** No fetch has waited yet. */
  public static final FetchWaits NONE = new FetchWaits(Waits.NONE, Waits.NONE);

  /** With those of another agent. */
  public FetchWaits plus(FetchWaits other) {
    return new FetchWaits(firstByte.plus(other.firstByte), lastByte.plus(other.lastByte));
  }

  /** With one more that had its first byte after so long. */
  public FetchWaits plusFirstByte(double seconds) {
    return new FetchWaits(firstByte.plus(seconds), lastByte);
  }

  /** With one more that had its last byte after so long. */
  public FetchWaits plusLastByte(double seconds) {
    return new FetchWaits(firstByte, lastByte.plus(seconds));
  }
}
