package dev.terra.spark.pull;

import java.util.List;

/** The requests of an executor to the shuffle service of its node; {@link PullMessage} carries them. */
public sealed interface PullRequest {
  /** Requests what the service is, and reports the cluster's queue in which the application runs. */
  record Hello(String queue) implements PullRequest {}

  /**
   * Requests blocks of one executor on a host; their bytes follow one another in this order.
   *
   * @param key a key that the executor chooses, and that its application never uses again
   * @param host the host that has the blocks, as Spark names it
   * @param executor the executor on the host that has written the blocks, as Spark names it
   * @param stageBytes about how many bytes of the shuffle all tasks that read it need, from all hosts; 0 if this is unknown
   */
  record Open(String key, String host, String executor, long stageBytes, List<String> blocks) implements PullRequest {
    /** Copies the list. */
    public Open {
      blocks = List.copyOf(blocks);
    }
  }

  /** Requests the bytes of an opened fetch from an offset on. */
  record Next(String key, long offset) implements PullRequest {}

  /** Reports what the executor has counted since its last report. */
  record Tell(PullCounts counts) implements PullRequest {}
}
