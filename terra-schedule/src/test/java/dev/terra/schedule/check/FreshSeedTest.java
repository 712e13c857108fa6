package dev.terra.schedule.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the solvers on programs that differ in each build. {@code -Dterra.seed=N}, with the seed in a failure's message, repeats the
 * failure.
 */
class FreshSeedTest {
  private static final long SEED = Long.getLong("terra.seed", new Random().nextInt(Integer.MAX_VALUE));
  /** The number of programs on each WAN. All of them together take about a second. */
  private static final int INSTANCES = 60;

  @ParameterizedTest
  @ValueSource(strings = {"triangle", "swan", "google-b4", "att"})
  void solversAgree(String name) {
    solversAgree(Wans.load(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"triangle", "swan", "google-b4", "att"})
  void solversAgreeWhereSitesHaveCaps(String name) {
    solversAgree(Wans.capped(Wans.load(name), SEED));
  }

  private static void solversAgree(Wan wan) {
    SolverAudit audit = new SolverAudit(new PathSets(wan, PathRules.defaults()), SEED);
    for (int i = 0; i < INSTANCES; i++) {
      audit.checkNext();
    }

    assertThat(audit.instances()).isEqualTo(INSTANCES);
    assertThat(audit.faults()).as("seed " + SEED).isEmpty();
    assertThat(audit.maxGap()).as("seed " + SEED).isLessThanOrEqualTo(1e-7);
    assertThat(audit.maxRelativeDifference()).as("seed " + SEED).isLessThanOrEqualTo(SolverAudit.TOLERANCE);
  }
}
