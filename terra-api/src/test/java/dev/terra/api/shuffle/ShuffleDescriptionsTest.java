package dev.terra.api.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShuffleDescriptionsTest {
  @Test
  void whatIsWrittenIsRead() {
    ShuffleDescriptor edge = new ShuffleDescriptor(
        new ShuffleId("e"), Optional.of("dag"), ReaderOrder.IN_ORDER, true, new Owner("etl", "ann"));
    assertThat(ShuffleDescriptions.of(ShuffleDescriptions.toMessage(edge))).isEqualTo(edge);
    ShuffleDescriptor unknown = ShuffleDescriptor.unknown(new ShuffleId("u"));
    assertThat(ShuffleDescriptions.of(ShuffleDescriptions.toMessage(unknown))).isEqualTo(unknown);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    ShuffleDescription.Builder good = ShuffleDescription.newBuilder().setShuffle("s").setOrder(ReadersOrder.IN_TURN);
    assertThatThrownBy(() -> ShuffleDescriptions.of(good.clone().setOrderValue(9).build())).hasMessageContaining("number 9");
    assertThatThrownBy(() -> ShuffleDescriptions.of(good.clone().clearOrder().build())).hasMessageContaining("order");
    assertThatThrownBy(() -> ShuffleDescriptions.of(good.clone().setShuffle("").build())).hasMessageContaining("1 to 256");
    assertThatThrownBy(() -> ShuffleDescriptions.of(good.clone().setGroup("x".repeat(257)).build())).hasMessageContaining("group");
  }
}
