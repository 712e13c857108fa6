package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.compress.BundleCompression;
import dev.terra.agent.send.Outbox;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.Epoch;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnnamedBundlesTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("job");
  private static final SiteId B = new SiteId("B");
  private static final BundleId BUNDLE = new BundleId(SHUFFLE, new SiteId("A"), B);
  private static final long PATIENCE = ProtocolTiming.BUNDLE_UNNAMED.nanos();
  private static final long BEGIN = 1_000_000_000;

  private final UnnamedBundles bundles = new UnnamedBundles();

  private void look(boolean named, long outstanding, long underWay, long nowNanos) {
    RateBook rates = new RateBook(BUNDLE.from());
    if (named) {
      rates.apply(Epoch.newBuilder().setNumber(1).addBundles(BundleRates.newBuilder().setShuffle(SHUFFLE.value()).setTo(B.name())).build());
    }
    bundles.update(List.of(
        new Outbox.Progress(BUNDLE, 0, 0, outstanding, outstanding, underWay, BundleCompression.NONE, ImmutableMap.of())), rates, nowNanos);
  }

  private boolean tooLongAt(long nowNanos) {
    return bundles.tooLong(BUNDLE, nowNanos);
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
