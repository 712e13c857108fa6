package dev.terra.controller.core.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.Transfer;
import dev.terra.core.balance.BalanceKind;
import dev.terra.core.balance.DealtWork.Member;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransferSlicesTest {
  private static final ShuffleId COPY = new ShuffleId("copy");
  private static final SitePair PAIR = new SitePair(new SiteId("A"), new SiteId("B"));
  private static final long MEGABYTE = 1_000_000;

  private final TransferSlices slices = new TransferSlices(new Slices(2), BalanceKind.PREQUAL);

  /** Two agents that serve 2 MB/s each, one of which has far more than the other; neither has room. */
  private void deal(int beat) {
    slices.deal(COPY, PAIR, List.of(new Member(0, 900 * MEGABYTE, beat * MEGABYTE), new Member(1, 200 * MEGABYTE, beat * MEGABYTE)),
        beat * 500_000_000L);
  }

  @Test
  void itSaysOnceWhatAgentsHadWhenTheHashTookOver() {
    List<Transfer> transfers =
        IntStream.range(0, 10).mapToObj(number -> Transfer.newBuilder().setNumber(number).setBytes(MEGABYTE).build()).toList();
    slices.take(COPY, transfers, transfer -> PAIR);
    IntStream.range(0, 3).forEach(this::deal);
    assertThat(slices.takeover(COPY, PAIR)).as("they may differ for a second").isEmpty();
    assertThat(slices.waiting(COPY, PAIR.from())).hasSize(10);
    deal(3);
    assertThat(slices.takeover(COPY, PAIR).orElseThrow())
        .startsWith("A to B: the agents have work of slice 0 for 450.0 s at 2.0 MB/s, slice 1")
        .endsWith("10.0 MB more are dealt by the hash");
    assertThat(slices.takeover(COPY, PAIR)).isEmpty();
    assertThat(slices.waiting(COPY, PAIR.from())).isEmpty();
  }
}
