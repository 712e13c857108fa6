package dev.terra.node.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ClassReport;
import dev.terra.core.latency.AdmissionRule;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionBookTest {
  private static final SitePair PAIR = new SitePair(new SiteId("A"), new SiteId("B"));
  private static final SitePair OTHER = new SitePair(new SiteId("A"), new SiteId("C"));
  private static final LatencyTarget TARGET =
      new LatencyTarget(LatencyClass.INTERACTIVE, 99, 1_000, Duration.ofMillis(100), null);

  private final AdmissionBook book = new AdmissionBook();

  private boolean admit(SitePair pair, double draw) {
    return book.admit(pair, LatencyClass.INTERACTIVE, draw, 0);
  }

  private ClassReport report(SitePair pair) {
    return book.since(0).reports().stream().filter(each -> each.pair().equals(pair)).findFirst().orElseThrow().toMessage();
  }

  @Test
  void allIsAdmittedUntilALatencyMissesItsTarget() {
    assertThat(admit(PAIR, .999)).isTrue();
    book.ended(PAIR, TARGET, 10_000, 999_999_999, 1);
    assertThat(report(PAIR).getShare()).as("10 units had 1 s").isEqualTo(1);
    book.ended(PAIR, TARGET, 10_000, 1_000_000_000, 2);
    assertThat(report(PAIR).getShare()).as("a miss costs a hundredth for each unit").isEqualTo(1 - 10 * AdmissionRule.STEP);
    assertThat(admit(PAIR, .95)).isFalse();
    assertThat(admit(PAIR, .85)).isTrue();
    assertThat(admit(OTHER, .95)).as("another pair").isTrue();
    ClassReport report = report(PAIR);
    assertThat(report.getTo()).isEqualTo("B");
    assertThat(report.getAdmitted()).isEqualTo(2);
    assertThat(report.getDowngraded()).isEqualTo(1);
    assertThat(report.getKept()).isEqualTo(1);
    assertThat(report.getLatenciesList().stream().mapToLong(Long::longValue).sum()).isEqualTo(2);
  }

  @Test
  void onlyWhatHasChangedIsNews() {
    admit(PAIR, 0);
    long last = book.since(0).last();
    assertThat(book.since(last).reports()).isEmpty();
    admit(OTHER, 0);
    assertThat(book.since(last).reports()).singleElement().satisfies(each -> assertThat(each.pair()).isEqualTo(OTHER));
    assertThat(book.since(0).reports()).hasSize(2);
  }

  @Test
  void whatWasNeverOfferedChangesNothing() {
    book.ended(PAIR, TARGET, 1, 1, 1);
    assertThat(book.since(0).reports()).isEmpty();
  }
}
