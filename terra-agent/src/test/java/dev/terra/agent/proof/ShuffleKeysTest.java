package dev.terra.agent.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.proof.ShuffleKey;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ShuffleKeysTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1");
  private static final SiteId B = new SiteId("B");

  private final ShuffleKeys keys = new ShuffleKeys();

  /** The end of a shuffle without a key must not throw, since an exception would close the tunnel over which the site reported the end. */
  @Test
  void aSiteThatGaveNoKeyMayEndAShuffle() {
    keys.drop(SHUFFLE, B);
    keys.put(SHUFFLE, B, ShuffleKey.of("a secret".getBytes(StandardCharsets.UTF_8), SHUFFLE.value(), 1));
    keys.drop(SHUFFLE, new SiteId("C"));
    assertThat(keys.find(SHUFFLE, B)).isPresent();
    keys.drop(SHUFFLE, B);
    assertThat(keys.find(SHUFFLE, B)).isEmpty();
  }
}
