package dev.terra.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShuffleDescriptorTest {
  private static final ShuffleId ID = new ShuffleId("s");

  @Test
  void ofAnUnknownShuffleNothingIsClaimed() {
    ShuffleDescriptor unknown = ShuffleDescriptor.unknown(ID);
    assertThat(unknown.group()).isEmpty();
    assertThat(unknown.order()).isEqualTo(ReaderOrder.IN_TURN);
    assertThat(unknown.broadcast()).isFalse();
    assertThat(unknown.owner()).isEqualTo(new Owner("", ""));
  }

  @Test
  void namesAreBounded() {
    String tooLong = "x".repeat(257);
    assertThatThrownBy(() -> new Owner(tooLong, "")).hasMessageContaining("queue").hasMessageContaining("257");
    assertThatThrownBy(() -> new Owner("", tooLong)).hasMessageContaining("user");
    assertThatThrownBy(() -> new ShuffleDescriptor(ID, Optional.of(tooLong), ReaderOrder.IN_TURN, false, new Owner("", "")))
        .hasMessageContaining("group");
  }
}
