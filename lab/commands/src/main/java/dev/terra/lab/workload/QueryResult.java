package dev.terra.lab.workload;

/**
 * The result of a query of a stream with one shuffle; it is stored as JSON beside the query's rows.
 *
 * @param seconds from sending the query to its last row
 * @param error the reason of its failure; null if it succeeded
 */
record QueryResult(String query, double seconds, long rows, String error, Counted counted) {
  /**
   * An engine's counters for a query.
   *
   * @param shuffles that its stages wrote
   * @param shuffledBytes what its tasks read of them
   * @param remoteBytes the part of these bytes that came from other nodes
   * @param failedFetches tasks that ended because a block could not be fetched
   * @param extraAttempts attempts of tasks that failed or were killed
   */
  record Counted(long shuffles, long shuffledBytes, long remoteBytes, long failedFetches, long extraAttempts) {
    static final Counted NONE = new Counted(0, 0, 0, 0, 0);

    Counted plus(Counted other) {
      return new Counted(shuffles + other.shuffles, shuffledBytes + other.shuffledBytes, remoteBytes + other.remoteBytes,
          failedFetches + other.failedFetches, extraAttempts + other.extraAttempts);
    }
  }

  static QueryResult of(StreamLog.Line line, Counted counted) {
    return new QueryResult(line.query(), line.seconds(), line.rows(), line.error().orElse(null), counted);
  }
}
