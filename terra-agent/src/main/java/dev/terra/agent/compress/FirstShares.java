package dev.terra.agent.compress;

import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The share of its chunks with which a bundle begins to compress. It is the share that the job's last bundle to the same site arrived at,
 * since the bytes of one job are alike and the bottleneck to one site stays the same. Without a recent bundle, it is all chunks. It is used
 * on the agent's thread only.
 */
public final class FirstShares {
  /** The most pairs of a job and a site that are remembered; the oldest are dropped. Each takes a few numbers. */
  private static final int MOST = 1_000;
  /** The time after which a share is not used any more, since links and gateways have other loads by then. */
  private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final @Nullable Double fixed;
  private final Map<Subject, CompressionChoice> last = new BoundedMap<>(MOST);

  /** The job, and the site to which its bytes go. */
  private record Subject(String job, SiteId to) {}

  /** Creates shares with a fixed share for all bundles, 0 to 1; null if each bundle finds its own. */
  public FirstShares(@Nullable Double fixed) {
    this.fixed = fixed;
  }

  /** Returns the choice of a bundle that begins. */
  public CompressionChoice begin(String job, SiteId to, long nowNanos) {
    if (fixed != null) {
      return CompressionChoice.fixed(fixed);
    }
    Subject subject = new Subject(job, to);
    CompressionChoice before = last.remove(subject);
    CompressionChoice begun = before != null && before.wasUsed(FORGOTTEN_NANOS, nowNanos) ? before.successor(nowNanos)
        : new CompressionChoice(CompressionChoice.FIRST_SHARE);
    last.put(subject, begun);
    return begun;
  }
}
