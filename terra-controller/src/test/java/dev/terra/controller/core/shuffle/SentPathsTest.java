package dev.terra.controller.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.shuffle.BundleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests with two agents of A that send to B, directly and over C. One of them restarts. */
class SentPathsTest {
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");
  private static final SitePair PAIR = new SitePair(new SiteId("A"), new SiteId("B"));
  private static final SliceId FIRST = new SliceId(new SiteId("A"), 0);
  private static final SliceId SECOND = new SliceId(new SiteId("A"), 1);

  private final SentPaths sent = new SentPaths();

  @Test
  void whatAgentsCountIsAddedUpByPath() {
    assertThat(sent.report(FIRST, 1, PAIR, Map.of(DIRECT, 100L))).isTrue();
    assertThat(sent.report(FIRST, 1, PAIR, Map.of(DIRECT, 150L, AROUND, 30L))).isTrue();
    assertThat(sent.report(SECOND, 7, PAIR, Map.of(DIRECT, 5L))).isTrue();
    assertThat(sent.of(PAIR)).isEqualTo(Map.of(DIRECT, 155L, AROUND, 30L));
  }

  @Test
  void whatIsSaidAgainOnANewStreamCountsOnce() {
    sent.report(FIRST, 1, PAIR, Map.of(DIRECT, 100L));
    assertThat(sent.report(FIRST, 1, PAIR, Map.of(DIRECT, 100L))).isFalse();
    assertThat(sent.of(PAIR)).isEqualTo(Map.of(DIRECT, 100L));
  }

  /** An honest agent does not exceed the bound. A malicious agent must not fill the controller's memory, one report after the other. */
  @Test
  void pathsOfAllReportsTogetherAreBounded() {
    for (int number = 0; number < BundleId.MOST_SENT_PATHS + 10; number++) {
      sent.report(FIRST, 1, PAIR, Map.of(Path.of("A", "X" + number, "B"), 1L));
    }
    assertThat(sent.of(PAIR)).hasSize(BundleId.MOST_SENT_PATHS);
    assertThat(sent.report(FIRST, 1, PAIR, Map.of(Path.of("A", "X0", "B"), 2L))).as("known ones grow").isTrue();
  }

  @Test
  void anAgentThatStartsAgainCountsOnFromWhatItsPredecessorSent() {
    sent.report(FIRST, 1, PAIR, Map.of(DIRECT, 100L));
    sent.report(FIRST, 2, PAIR, Map.of(AROUND, 40L));
    sent.report(FIRST, 2, PAIR, Map.of(DIRECT, 10L, AROUND, 50L));
    assertThat(sent.of(PAIR)).isEqualTo(Map.of(DIRECT, 110L, AROUND, 50L));
    assertThat(sent.of(new SitePair(new SiteId("B"), new SiteId("A")))).isEmpty();
  }
}
