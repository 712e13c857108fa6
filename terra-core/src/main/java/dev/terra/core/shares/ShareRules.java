package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How cache is moved.
 *
 * @param deltaBytes how much at a time, above 0
 * @param leastBytes what each tenant keeps, at least 0
 * @param mostMoves how often at most
 * @param leastGain a move that adds less to the common gain than this ends the trade, above 0
 */
public record ShareRules(long deltaBytes, long leastBytes, int mostMoves, double leastGain) {
  /** A cache of more parts than this is not known so finely. */
  public static final int MOST_MOVES = 10_000;
  /** What is less than a hundredth of a per cent is noise. */
  public static final double LEAST_GAIN = .0001;

  /** Checks the ranges. */
  public ShareRules {
    checkArgument(deltaBytes > 0, "delta: expected more than 0 bytes, got %s", deltaBytes);
    checkArgument(leastBytes >= 0, "least cache: expected at least 0 bytes, got %s", leastBytes);
    checkArgument(mostMoves >= 0, "moves: expected at least 0, got %s", mostMoves);
    checkArgument(leastGain > 0, "least gain: expected more than 0, got %s", leastGain);
  }

  /** Rules with the usual bounds. */
  public static ShareRules of(long deltaBytes, long leastBytes) {
    return new ShareRules(deltaBytes, leastBytes, MOST_MOVES, LEAST_GAIN);
  }
}
