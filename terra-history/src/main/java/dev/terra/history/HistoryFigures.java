package dev.terra.history;

/**
 * Counts of a recorder's work.
 *
 * @param writes the writes that succeeded
 * @param failures the writes that failed
 * @param lostEvents the events that were dropped before they could be written
 * @param bytes the size of the file
 */
public record HistoryFigures(long writes, long failures, long lostEvents, long bytes) {
  HistoryFigures written(long lost, long nowBytes) {
    return new HistoryFigures(writes + 1, failures, lostEvents + lost, nowBytes);
  }

  HistoryFigures failed() {
    return new HistoryFigures(writes, failures + 1, lostEvents, bytes);
  }
}
