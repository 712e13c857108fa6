package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Whatever happens to the files, the agents and the shuffles: a transfer that is reported as done has its source's bytes as of its
 * submission in its target, and of one that is not reported nothing is left under a target's name but what another one has put there.
 */
class SubmittedPropertyTest {
  @Property(tries = 2, shrinking = ShrinkingMode.OFF)
  void whatIsReportedAsDoneIsWhatWasSubmitted(@ForAll long seed) throws IOException {
    try (RandomSubmissions submissions = new RandomSubmissions(seed)) {
      submissions.run();
      assertThat(submissions.wrong()).as("seed %d", seed).isEmpty();
      assertThat(submissions.done()).as("the last one at least, which nothing disturbs; seed %d", seed).isPositive();
    }
  }
}
