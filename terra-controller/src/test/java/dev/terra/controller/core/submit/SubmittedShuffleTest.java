package dev.terra.controller.core.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.core.shuffle.ShuffleId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubmittedShuffleTest {
  @Test
  void theFirstGroupThatIsSaidHolds() {
    SubmittedShuffle shuffle = new SubmittedShuffle(new ShuffleId("s"), 1, 0);
    assertThat(shuffle.group()).isEmpty();
    for (String group : List.of("", "job", "", "another")) {
      shuffle.add(ShuffleSubmission.newBuilder().setGroup(group).build(), 0);
    }
    assertThat(shuffle.group()).isEqualTo("job");
  }
}
