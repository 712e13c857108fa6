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
 * Who was redirected already: a (client, job, reducer, output) that comes a second time came because the redirect did
 * not serve it, and gets its bytes directly. Remembers 64-bit hashes: a collision costs one fetch its speed, nothing
 * else. Not for broadcasts, whose readers the agent tells apart. Thread-safe.
 */
public final class RepeatRule {
  /**
   * 10 MiB or so; above it a job's first redirects are forgotten, at the price of a second failed try for their
   * repeats.
   */
  static final int MAX_PER_JOB = 200_000;
  /** More than run on a node. A redirect that a job's end has overtaken would stay for good. */
  static final int MAX_JOBS = 10_000;

  private final Map<String, Set<Long>> redirectedByJob = new LinkedHashMap<>();

  /** Whether any part of a request was redirected before. */
  public synchronized boolean isRepeat(RemoteFetch fetch) {
    Set<Long> redirected = redirectedByJob.getOrDefault(fetch.job().id(), Set.of());
    return fetch.outputs().stream().anyMatch(output -> redirected.contains(hash(fetch, output)));
  }

  /** Remembers a redirect. */
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
