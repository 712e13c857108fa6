package dev.terra.spark.pull;

import java.util.List;

/** What an executor asks of the shuffle service of its node; {@link PullMessage} carries it. */
public sealed interface PullRequest {
  /** Asks what the service is, and says in which of the cluster's queues the application runs. */
  record Hello(String queue) implements PullRequest {}

  /**
   * Asks for blocks of one executor on a host; their bytes follow one another in this order.
   *
   * @param key chosen by the asking executor, never again used by its application
   * @param host the host that has them, as Spark names it
   * @param executor the executor there that has written them, as Spark names it
   * @param stageBytes all tasks that read the shuffle need about so many bytes of it, from all hosts; 0 if nothing is known of that
   */
  record Open(String key, String host, String executor, long stageBytes, List<String> blocks) implements PullRequest {
    /** Copies the list. */
    public Open {
      blocks = List.copyOf(blocks);
    }
  }

  /** Asks for the bytes from an offset on of what was opened. */
  record Next(String key, long offset) implements PullRequest {}

  /** Reports what the executor has counted since its last report. */
  record Tell(PullCounts counts) implements PullRequest {}
}
