package dev.terra.node.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ShuffleCounters;
import dev.terra.node.count.ShuffleCounts.Count;
import org.junit.jupiter.api.Test;

class ShuffleCountsTest {
  @Test
  void eachCounterHasItsName() {
    ShuffleCounts counts = new ShuffleCounts();
    long amount = 0;
    for (Count count : Count.values()) {
      counts.add(count, 5);
      counts.add(count, amount++);
    }
    assertThat(counts.toMessage()).isEqualTo(ShuffleCounters.newBuilder().setRedirectedFetches(5).setRelayedBytes(6).setStockBytes(7)
        .setBypassedBytes(8).setLocalBytes(9).setFallbacks(10).build());
    assertThat(counts.toJson()).isEqualTo("{\"redirectedFetches\":5,\"relayedBytes\":6,\"stockBytes\":7,\"bypassedBytes\":8,"
        + "\"localBytes\":9,\"fallbacks\":10}");
    assertThat(Count.STOCK_BYTES.id()).isEqualTo("handler.stock-bytes");
    assertThat(Count.STOCK_BYTES.read(counts)).isEqualTo(7);
    assertThat(counts.served()).isSameAs(counts.served()).isNotNull();
    assertThat(counts.admissions().since(0).reports()).isEmpty();
  }
}
