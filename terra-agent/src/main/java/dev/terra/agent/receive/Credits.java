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
 * Grants sending sites the credit for pushing ahead: the free part of the spool's share for that, divided evenly among the bundles that
 * have announced more than has arrived. The sum of all credit never exceeds what is free. It is used on the agent's thread only.
 */
public final class Credits {
  /**
   * The time after which a credit is repeated while its bundle is active, in case the message was lost. While the bundle is not active, the
   * time doubles with each repetition.
   */
  private static final long REPEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long MAX_REPEAT_NANOS = TimeUnit.SECONDS.toNanos(8);
  /** The divisor of the credit that gives the least change worth a frame. */
  private static final int WORTH_TELLING = 8;

  /**
   * The credit that was sent last.
   *
   * @param repeatNanos the time after which it is sent again
   * @param stirred whether the bundle has been active since
   */
  private record Told(long bytes, long nanos, long repeatNanos, boolean stirred) {}

  private final Replies replies;
  private Map<BundleId, Told> told = new HashMap<>();

  /** Creates an object that has granted no credit. */
  public Credits(Replies replies) {
    this.replies = replies;
  }

  /**
   * Sends credit again where the free room has changed. It is to be called some 20 times a second, after acknowledgements have been sent.
   */
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
