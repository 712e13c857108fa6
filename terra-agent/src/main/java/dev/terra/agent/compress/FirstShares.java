package dev.terra.agent.compress;

import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What share of its chunks a bundle begins to compress: what the job's last bundle to the same site has come to, as bytes of one job are
 * alike, and so is what is the bottleneck to one site. Without one of late it is all of them. On the agent's thread.
 */
public final class FirstShares {
  /** Jobs and sites that are remembered; the oldest give way. Each is some numbers. */
  private static final int MOST = 1_000;
  /** Links and gateways have other loads by then. */
  private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final @Nullable Double fixed;
  private final Map<Subject, CompressionChoice> last = new BoundedMap<>(MOST);

  /** What is remembered by: the name of a job, and where its bytes go. */
  private record Subject(String job, SiteId to) {}

  /** With a share that all bundles keep, 0 to 1; null: each finds its own. */
  public FirstShares(@Nullable Double fixed) {
    this.fixed = fixed;
  }

  /** The choice of a bundle that begins. */
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
