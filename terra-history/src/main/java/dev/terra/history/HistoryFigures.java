package dev.terra.history;

/**
 * How a recorder fares.
 *
 * @param writes that succeeded
 * @param failures writes that did not
 * @param lostEvents events that were gone before they could be written
 * @param bytes that the file holds
 */
public record HistoryFigures(long writes, long failures, long lostEvents, long bytes) {
  HistoryFigures written(long lost, long nowBytes) {
    return new HistoryFigures(writes + 1, failures, lostEvents + lost, nowBytes);
  }

  HistoryFigures failed() {
    return new HistoryFigures(writes, failures + 1, lostEvents, bytes);
  }
}
