package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FetchOffer;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EarlyOffersTest {
  private static final long UNTIL = TimeUnit.SECONDS.toNanos(3);
  private static final long LONG = TimeUnit.MILLISECONDS.toNanos(700);
  private static final Object ASKER = new Object();

  private final List<Integer> decided = new ArrayList<>();
  private final EarlyOffers offers = new EarlyOffers(UNTIL);

  private boolean holds(int partition, Object asker, long nowNanos) {
    return offers.holds(offer(partition), asker, () -> decided.add(partition), nowNanos, offer -> offer.partition() == 0);
  }

  private static RemoteOffer offer(int partition) {
    return new RemoteOffer("10.0.0.1", new SiteId("B"), FetchOffer.newBuilder().setPartition(partition).build());
  }

  @Test
  void whatIsReadyIsDecidedAtOnceAndTheRestInTime() {
    assertThat(holds(1, ASKER, 0)).isTrue();
    assertThat(holds(2, ASKER, 0)).isTrue();
    offers.tick(1, offer -> offer.partition() == 2);
    assertThat(decided).containsExactly(2);
    offers.tick(LONG - 1, offer -> false);
    assertThat(decided).containsExactly(2);
    offers.tick(LONG, offer -> false);
    offers.tick(LONG + 1, offer -> true);
    assertThat(decided).containsExactly(2, 1);
  }

  @Test
  void whatIsReadyIsNotHeld() {
    assertThat(holds(0, ASKER, 0)).isFalse();
  }

  @Test
  void anAgentThatKnowsTheOthersHoldsNothing() {
    assertThat(holds(1, ASKER, UNTIL - 1)).isTrue();
    assertThat(holds(2, ASKER, UNTIL)).isFalse();
  }

  @Test
  void nobodyIsAnsweredWhoIsGone() {
    holds(1, ASKER, 0);
    holds(2, this, 0);
    offers.forget(ASKER);
    offers.tick(LONG, offer -> true);
    assertThat(decided).containsExactly(2);
  }

  @Test
  void oneHandlersOffersLeaveRoomForThoseOfOthers() {
    for (int number = 0; number < EarlyOffers.MOST_OF_ASKER; number++) {
      assertThat(holds(1 + number, ASKER, 0)).isTrue();
    }
    assertThat(holds(5_000, ASKER, 0)).isFalse();
    assertThat(holds(5_000, this, 0)).isTrue();
  }

  @Test
  void largeOffersAreFew() {
    RemoteOffer large = new RemoteOffer("10.0.0.1", new SiteId("B"),
        FetchOffer.newBuilder().setPartition(1).setShuffle("x".repeat((int) EarlyOffers.MOST_BYTES_OF_ASKER)).build());
    assertThat(offers.holds(large, ASKER, () -> { }, 0, offer -> false)).isFalse();
  }
}
