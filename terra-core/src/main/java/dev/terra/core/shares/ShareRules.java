package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The rules by which cache is moved.
 *
 * @param deltaBytes the bytes of one move, above 0
 * @param leastBytes the bytes that each tenant keeps, at least 0
 * @param mostMoves the most moves
 * @param leastGain the gain of a move, above 0; a move that adds less to the common gain ends the trade
 */
public record ShareRules(long deltaBytes, long leastBytes, int mostMoves, double leastGain) {
  /** The usual bound of moves. Miss ratios are not known finely enough for a division into more parts. */
  public static final int MOST_MOVES = 10_000;
  /** The usual least gain of a move. Less than a hundredth of a per cent is noise. */
  public static final double LEAST_GAIN = .0001;

  /** Checks the ranges. */
  public ShareRules {
    checkArgument(deltaBytes > 0, "delta: expected more than 0 bytes, got %s", deltaBytes);
    checkArgument(leastBytes >= 0, "least cache: expected at least 0 bytes, got %s", leastBytes);
    checkArgument(mostMoves >= 0, "moves: expected at least 0, got %s", mostMoves);
    checkArgument(leastGain > 0, "least gain: expected more than 0, got %s", leastGain);
  }

  /** Returns rules with the usual bounds. */
  public static ShareRules of(long deltaBytes, long leastBytes) {
    return new ShareRules(deltaBytes, leastBytes, MOST_MOVES, LEAST_GAIN);
  }
}
