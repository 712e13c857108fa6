package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.send.Outbox;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnnamedBundlesTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("job");
  private static final SiteId B = new SiteId("B");
  private static final long PATIENCE = ProtocolTiming.BUNDLE_UNNAMED.nanos();
  private static final long BEGIN = 1_000_000_000;

  private final UnnamedBundles bundles = new UnnamedBundles();

  private void look(boolean named, long outstanding, long underWay, long nowNanos) {
    bundles.update(List.of(new Outbox.Progress(SHUFFLE, B, 0, 0, outstanding, outstanding, underWay)), (shuffle, to) -> named, nowNanos);
  }

  private boolean tooLongAt(long nowNanos) {
    return bundles.tooLong(SHUFFLE, B, nowNanos);
  }

  @Test
  void timeCountsFromTheFirstLookAtAnUnnamedBundle() {
    assertThat(tooLongAt(BEGIN)).as("nothing is known of it").isFalse();
    look(false, 100, 0, BEGIN);
    look(false, 100, 0, BEGIN + PATIENCE);
    assertThat(tooLongAt(BEGIN + PATIENCE)).isFalse();
    assertThat(tooLongAt(BEGIN + PATIENCE + 1)).isTrue();
  }

  @Test
  void aBundleThatIsNamedOrHasNothingToSendBeginsAnew() {
    look(false, 100, 0, BEGIN);
    look(true, 100, 0, BEGIN + PATIENCE);
    look(false, 100, 0, BEGIN + PATIENCE + 1);
    assertThat(tooLongAt(BEGIN + PATIENCE + 2)).as("it was named between").isFalse();
    look(false, 100, 100, BEGIN + 2 * PATIENCE);
    assertThat(tooLongAt(BEGIN + 3 * PATIENCE)).as("all of it is under way").isFalse();
  }
}
