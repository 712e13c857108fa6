package dev.terra.agent.receive;

import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.AheadCredit;
import dev.terra.core.shuffle.BundleId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tells sending sites how much they may push ahead: what is free of the spool's share for that, divided evenly among the
 * bundles that have announced more than has come. The sum of what is promised never exceeds what is free. On the agent's
 * thread.
 */
public final class Credits {
  /** A lost message is made good after this, while its bundle stirs; each time that it does not, after twice as long as before. */
  private static final long REPEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long MAX_REPEAT_NANOS = TimeUnit.SECONDS.toNanos(8);
  /** A change of less than this part is not worth a frame. */
  private static final int WORTH_TELLING = 8;

  /**
   * What was said last.
   *
   * @param repeatNanos after so long it is said again
   * @param stirred whether the bundle has stirred since
   */
  private record Told(long bytes, long nanos, long repeatNanos, boolean stirred) {}

  private final Replies replies;
  private Map<BundleId, Told> told = new HashMap<>();

  /** Nothing promised yet. */
  public Credits(Replies replies) {
    this.replies = replies;
  }

  /** Promises again where room has changed. To be called some 20 times a second, after acknowledgements have been sent. */
  public void tick(List<ExpectedBundle> expected, long freeBytes, long nowNanos) {
    Map<BundleId, Told> next = new HashMap<>();
    for (ExpectedBundle bundle : expected) {
      next.put(bundle.id(), tell(bundle.id(), bundle.stirred(), bundle.takesMore() ? freeBytes / expected.size() : 0, nowNanos));
    }
    told = next;
  }

  private Told tell(BundleId bundle, boolean stirs, long bytes, long nowNanos) {
    Told last = told.get(bundle);
    if (last == null) {
      return send(bundle, new Told(bytes, nowNanos, REPEAT_NANOS, false));
    }
    boolean stirred = stirs || last.stirred;
    boolean news = Math.abs(bytes - last.bytes) > bytes / WORTH_TELLING;
    if (news || nowNanos - last.nanos >= (stirred ? REPEAT_NANOS : last.repeatNanos)) {
      long repeatNanos = news || stirred ? REPEAT_NANOS : Math.min(2 * last.repeatNanos, MAX_REPEAT_NANOS);
      return send(bundle, new Told(bytes, nowNanos, repeatNanos, false));
    }
    return new Told(last.bytes, last.nanos, last.repeatNanos, stirred);
  }

  private Told send(BundleId bundle, Told now) {
    AheadCredit credit = AheadCredit.newBuilder().setShuffle(bundle.shuffle().value()).setBytes(now.bytes).build();
    replies.send(bundle.from(), FrameType.CREDIT, credit);
    return now;
  }
}
