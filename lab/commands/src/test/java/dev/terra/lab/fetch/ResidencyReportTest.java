package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.fetch.ResidencyReport.Job;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResidencyReportTest {
  private static final TemptingDetour DETOUR = new TemptingDetour(new SiteId("A"), new SiteId("B"), new SiteId("C"), Duration.ofMillis(1));
  private static final Job FREE = new Job("nothing", false, 5, 1_000, 398, 400, 9, 0);
  private static final Job RULED = new Job("nothing", true, 6, 1_000, 0, 0, 9, 0);

  private static boolean holds(Job free, Job ruled, long audited, long auditedFree) {
    return ResidencyReport.of("three", DETOUR, List.of(free, ruled), audited, auditedFree).holds();
  }

  @Test
  void itHoldsWhereOnlyTheQueueWithoutTheRuleWasThere() {
    assertThat(holds(FREE, RULED, 0, 400)).isTrue();
  }

  @Test
  void oneStretchOfTheQueueWithTheRuleIsTooMuch() {
    assertThat(holds(FREE, new Job("nothing", true, 6, 1_000, 256, 0, 9, 0), 0, 400)).isFalse();
    assertThat(holds(FREE, new Job("nothing", true, 6, 1_000, 0, 1, 9, 0), 0, 400)).isFalse();
    assertThat(holds(FREE, RULED, 1, 400)).isFalse();
  }

  @Test
  void withoutAnythingToSeeOrWithPacketsMissedItShowsNothing() {
    assertThat(holds(new Job("nothing", false, 5, 1_000, 0, 0, 9, 0), RULED, 0, 0)).as("no detour without the rule").isFalse();
    assertThat(holds(FREE, new Job("nothing", true, 6, 1_000, 0, 0, 9, 1), 0, 400)).as("missed").isFalse();
    assertThat(holds(FREE, new Job("nothing", true, 6, 1_000, 0, 0, 0, 0), 0, 400)).as("no capture").isFalse();
  }

  @Test
  void theLedgerAndTheAuditSayWhatTheCaptureSees() {
    assertThat(holds(new Job("nothing", false, 5, 1_000, 360, 400, 9, 0), RULED, 0, 400)).isFalse();
    assertThat(holds(FREE, RULED, 0, 399)).isFalse();
  }
}
