package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplicatingEngineTest {
  @Test
  void eachSiteFetchesOnceWhatIsReadThere() {
    assertThat(new ReplicatingEngine.Volume(90, 0).oneCopyBytes(3)).as("two thirds of it at each of three sites").isEqualTo(180);
    assertThat(new ReplicatingEngine.Volume(0, 90).oneCopyBytes(3)).as("two thirds of it at one site each").isEqualTo(60);
    assertThat(new ReplicatingEngine.Volume(90, 90).oneCopyBytes(3)).isEqualTo(240);
  }
}
