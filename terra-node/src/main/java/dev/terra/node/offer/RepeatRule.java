package dev.terra.node.offer;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.terra.node.output.NodeOutput;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The fetches that were already redirected. If a combination of client, job, reducer and output comes a second time, the redirect has not
 * served it, and the client gets its bytes directly. Combinations are stored as 64-bit hashes: a collision slows one fetch down, and has no
 * other effect. The rule does not apply to broadcasts, whose readers the agent distinguishes. Thread-safe.
 */
public final class RepeatRule {
  /**
   * The most redirects that are remembered of a job, which take some 10 MiB. Beyond it, the job's redirects are forgotten, and a repeat of
   * one of them fails a second time.
   */
  static final int MAX_PER_JOB = 200_000;
  /**
   * The most jobs, which is more than run on a node. Without this bound, a redirect that is noted after its job's end would stay for good.
   */
  static final int MAX_JOBS = 10_000;

  private final Map<String, Set<Long>> redirectedByJob = new LinkedHashMap<>();

  /** Returns whether any part of a request was redirected before. */
  public synchronized boolean isRepeat(RemoteFetch fetch) {
    Set<Long> redirected = redirectedByJob.getOrDefault(fetch.job().id(), Set.of());
    return fetch.outputs().stream().anyMatch(output -> redirected.contains(hash(fetch, output)));
  }

  /** Notes a redirect. */
  public synchronized void redirected(RemoteFetch fetch) {
    Set<Long> redirected = redirectedByJob.computeIfAbsent(fetch.job().id(), job -> new HashSet<>());
    if (redirectedByJob.size() > MAX_JOBS) {
      redirectedByJob.remove(redirectedByJob.keySet().iterator().next());
    }
    if (redirected.size() + fetch.outputs().size() > MAX_PER_JOB) {
      redirected.clear();
    }
    fetch.outputs().forEach(output -> redirected.add(hash(fetch, output)));
  }

  /** Forgets a job. */
  public synchronized void jobEnded(String job) {
    redirectedByJob.remove(job);
  }

  private static long hash(RemoteFetch fetch, NodeOutput output) {
    Hasher hasher = Hashing.murmur3_128().newHasher();
    return hasher.putString(fetch.clientIp(), StandardCharsets.UTF_8).putChar('|').putInt(fetch.reduce())
        .putString(output.name(), StandardCharsets.UTF_8).hash().asLong();
  }
}
