package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.AheadCredit;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how much room is granted to senders, and how often they receive a message about it. */
class CreditsTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final long TICK_MILLIS = 50;

  private final List<Long> told = new ArrayList<>();
  private final Credits credits = new Credits(new Replies() {
    @Override
    public boolean send(SiteId site, FrameType type, MessageLite message) {
      return told.add(((AheadCredit) message).getBytes());
    }

    @Override
    public boolean reaches(SiteId site) {
      return true;
    }
  });
  private long nowMillis;

  @Test
  void bundlesShareWhatIsFree() {
    tick(9_000, bundle(A, false), bundle(B, false), expected(B, "other", false, true));

    assertThat(told).containsExactly(3_000L, 3_000L, 3_000L);
  }

  @Test
  void aBundleThatStirsHearsTwiceASecond() {
    pass(10_000, 9_000, true);

    assertThat(told).hasSize(20);
  }

  @Test
  void aBundleThatDoesNotStirHearsEverMoreSeldom() {
    pass(10_000, 9_000, false);

    assertThat(told).hasSize(5); // at 0, 0.5, 1.5, 3.5 and 7.5 s
    told.clear();
    pass(80_000, 9_000, false);
    assertThat(told).hasSize(10);
  }

  @Test
  void newsIsTold() {
    pass(10_000, 9_000, false);
    told.clear();
    pass(TICK_MILLIS, 4_000, false);

    assertThat(told).containsExactly(4_000L);
  }

  @Test
  void whatBeginsToStirHearsWithinHalfASecondAgain() {
    pass(20_000, 9_000, false);
    told.clear();
    pass(1_000, 9_000, true);

    assertThat(told).hasSize(2);
  }

  private void pass(long millis, long freeBytes, boolean stirred) {
    for (long end = nowMillis + millis; nowMillis < end; nowMillis += TICK_MILLIS) {
      tick(freeBytes, bundle(A, stirred));
    }
  }

  @Test
  void aSiteThatHasPushedTooManySegmentsGetsNoMore() {
    tick(9_000, bundle(A, false), expected(B, "job", true, false));
    assertThat(told).containsExactly(4_500L, 0L);
  }

  private void tick(long freeBytes, ExpectedBundle... bundles) {
    credits.tick(List.of(bundles), freeBytes, TimeUnit.MILLISECONDS.toNanos(nowMillis));
  }

  private static ExpectedBundle bundle(SiteId site, boolean stirred) {
    return expected(site, "job", stirred, true);
  }

  private static ExpectedBundle expected(SiteId from, String shuffle, boolean stirred, boolean takesMore) {
    return new ExpectedBundle(new BundleId(new ShuffleId(shuffle), from, new SiteId("C")), stirred, takesMore);
  }
}
