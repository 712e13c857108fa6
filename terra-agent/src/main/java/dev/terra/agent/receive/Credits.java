package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.AheadCredit;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Tells sending sites how much they may push ahead: what is free of the spool's share for that, divided evenly among the
 * bundles that have announced more than has come. The sum of what is promised never exceeds what is free. On the agent's
 * thread.
 */
public final class Credits {
  /** A lost message is made good after this. */
  private static final long REPEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  /** A change of less than this part is not worth a frame. */
  private static final int WORTH_TELLING = 8;

  private record Ref(SiteId site, String job) {}

  private record Told(long bytes, long nanos) {}

  private final Replies replies;
  private Map<Ref, Told> told = new HashMap<>();

  /** Nothing promised yet. */
  public Credits(Replies replies) {
    this.replies = replies;
  }

  /** Promises anew, where that is news. To be called some 20 times a second, after acknowledgements have been sent. */
  public void tick(Map<SiteId, Set<String>> expecting, long freeBytes, long nowNanos) {
    int bundles = expecting.values().stream().mapToInt(Set::size).sum();
    Map<Ref, Told> next = new HashMap<>();
    expecting.forEach((site, jobs) -> jobs.forEach(job -> {
      Ref ref = new Ref(site, job);
      next.put(ref, tell(ref, freeBytes / bundles, nowNanos));
    }));
    told = next;
  }

  private Told tell(Ref ref, long bytes, long nowNanos) {
    Told last = told.get(ref);
    boolean news = last == null || Math.abs(bytes - last.bytes) > bytes / WORTH_TELLING || nowNanos - last.nanos >= REPEAT_NANOS;
    if (!news) {
      return last;
    }
    replies.send(ref.site, FrameType.CREDIT, AheadCredit.newBuilder().setJob(ref.job).setBytes(bytes).build());
    return new Told(bytes, nowNanos);
  }
}
