package dev.terra.lab.workload;

/**
 * How a query of a stream went with one shuffle; kept as JSON beside its rows.
 *
 * @param seconds from sending it to its last row
 * @param error what it failed with; null if it did not
 */
record QueryResult(String query, double seconds, long rows, String error, Counted counted) {
  /**
   * What an engine counted of a query.
   *
   * @param shuffles that its stages wrote
   * @param shuffledBytes what its tasks read of them
   * @param remoteBytes what of that came from other nodes
   * @param failedFetches tasks that ended since a block could not be fetched
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
