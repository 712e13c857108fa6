package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Tests that, whatever happens to the files, the agents and the shuffles, the target of a transfer that is reported as done has the bytes
 * that its source had at the submission. A transfer that is not reported as done leaves nothing under its target's name, where only another
 * transfer's bytes may be.
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
