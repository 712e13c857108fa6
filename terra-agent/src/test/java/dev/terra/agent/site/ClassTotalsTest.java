package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.SmallResponses;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClassTotalsTest {
  private final ClassTotals totals = new ClassTotals(Set.of(new SiteId("B"), new SiteId("C"))::contains);

  private static ClassReport report(String to, long admitted, long downgraded, double share, Waits latencies) {
    return ClassReport.newBuilder().setTo(to).setName(ClassName.CLASS_INTERACTIVE).setAdmitted(admitted).setDowngraded(downgraded)
        .setShare(share).setKept(latencies.count()).addAllLatencies(latencies.counts()).setLatencySeconds(latencies.sumSeconds()).build();
  }

  @Test
  void handlersAreCountedTogether() {
    totals.heard("10.0.0.1", List.of(report("B", 30, 10, .6, Waits.NONE.plus(.1))));
    totals.heard("10.0.0.2", List.of(report("B", 60, 0, 1, Waits.NONE.plus(.2).plus(.3)), report("C", 1, 0, 1, Waits.NONE)));
    assertThat(totals.take()).hasSize(2).first().satisfies(sum -> {
      assertThat(sum.getTo()).isEqualTo("B");
      assertThat(sum.getAdmitted()).isEqualTo(90);
      assertThat(sum.getDowngraded()).isEqualTo(10);
      assertThat(sum.getKept()).isEqualTo(3);
      assertThat(sum.getShare()).as("of 100 that were offered").isCloseTo((.6 * 40 + 60) / 100, within(1e-9));
      assertThat(sum.getLatencySeconds()).isCloseTo(.6, within(1e-9));
    });
  }

  @Test
  void onlyWhatHasChangedIsSaidAndEverythingToANewController() {
    totals.heard("10.0.0.1", List.of(report("B", 1, 0, 1, Waits.NONE), report("C", 1, 0, 1, Waits.NONE)));
    assertThat(totals.take()).hasSize(2);
    assertThat(totals.take()).isEmpty();
    totals.heard("10.0.0.1", List.of(report("C", 2, 0, 1, Waits.NONE)));
    assertThat(totals.take()).singleElement().satisfies(sum -> assertThat(sum.getAdmitted()).isEqualTo(2));
    totals.tellAll();
    assertThat(totals.take()).hasSize(2);
  }

  private static ClassReport sent(long bytes) {
    return report("B", 0, 0, 1, Waits.NONE).toBuilder().setBytes(bytes).build();
  }

  private long small() {
    return totals.takeSmall().stream().mapToLong(SmallResponses::getBytes).sum();
  }

  @Test
  void smallResponsesAreThoseSinceTheLastBeatWhateverHandlersDo() {
    totals.heard("10.0.0.1", List.of(sent(5_000_000)));
    assertThat(small()).as("of before").isZero();
    totals.heard("10.0.0.1", List.of(sent(5_000_300)));
    assertThat(totals.takeSmall()).containsExactly(SmallResponses.newBuilder().setTo("B").setBytes(300).build());
    assertThat(totals.takeSmall()).isEmpty();
    totals.heard("10.0.0.2", List.of());
    totals.heard("10.0.0.2", List.of(sent(40)));
    totals.heard("10.0.0.1", List.of(sent(7)));
    assertThat(small()).as("a handler that was known before its first fetch, and one that was started again").isEqualTo(47);
    totals.heard("10.0.0.1", List.of(sent(1_007)));
    totals.tellAll();
    assertThat(small()).as("another controller").isZero();
  }

  @Test
  void measurementsAreThoseSinceTheLastLook() {
    Waits before = Waits.NONE.plus(9);
    totals.heard("10.0.0.1", List.of(report("B", 1, 0, 1, before)));
    assertThat(totals.takeMeasured()).as("of before").isEmpty();
    totals.heard("10.0.0.1", List.of(report("B", 3, 0, 1, before.plus(.1).plus(.3))));
    totals.heard("10.0.0.2", List.of());
    totals.heard("10.0.0.2", List.of(report("B", 1, 0, 1, Waits.NONE.plus(.8))));
    totals.heard("10.0.0.1", List.of(report("C", 1, 0, 1, Waits.NONE)));
    assertThat(totals.takeMeasured()).singleElement().satisfies(measured -> {
      assertThat(measured.to()).isEqualTo(new SiteId("B"));
      assertThat(measured.fetches()).isEqualTo(3);
      assertThat(measured.meanNanos()).isCloseTo(.4e9, within(1.0));
    });
    totals.heard("10.0.0.1", List.of(report("B", 1, 0, 1, Waits.NONE.plus(.2))));
    assertThat(totals.takeMeasured()).as("a handler that was started again").singleElement()
        .satisfies(measured -> assertThat(measured.meanNanos()).isCloseTo(.2e9, within(1.0)));
    assertThat(totals.takeMeasured()).isEmpty();
  }

  @Test
  void fetchesByTunnelsCountLikeSmallResponses() {
    totals.heard("10.0.0.1", List.of(report("B", 1, 0, 1, Waits.NONE)));
    assertThat(totals.take()).singleElement().satisfies(sum -> assertThat(sum.getByTunnels()).isZero());
    totals.byTunnels(new SiteId("B"), LatencyClass.INTERACTIVE, 70);
    totals.byTunnels(new SiteId("B"), LatencyClass.INTERACTIVE, 30);
    assertThat(totals.take()).singleElement().satisfies(sum -> assertThat(sum.getByTunnels()).isEqualTo(2));
    assertThat(small()).isEqualTo(100);
  }

  @Test
  void whatCannotBeIsRefused() {
    ClassReport report = ClassReport.newBuilder().setTo("B").setName(ClassName.CLASS_INTERACTIVE).addLatencies(1).build();
    assertThatThrownBy(() -> totals.heard("10.0.0.1", List.of(report))).isInstanceOf(IllegalArgumentException.class);
    assertThat(totals.take()).isEmpty();
  }

  /**
   * Without these checks, the controller would refuse the whole report of the agent, or the sum of two handlers' reports would not be a
   * valid number.
   */
  @Test
  void noHandlerSilencesTheOthers() {
    Waits most = new Waits(ImmutableList.copyOf(Collections.nCopies(Waits.NONE.counts().size(), Long.MAX_VALUE)), 1);
    Waits longest = new Waits(Waits.NONE.counts(), Double.POSITIVE_INFINITY);
    List<ClassReport> hostile = List.of(report("A", 1, 0, 1, Waits.NONE), report("elsewhere", 1, 0, 1, Waits.NONE),
        report("B", 1, 0, Double.NaN, Waits.NONE), report("B", 1, 0, 1.1, Waits.NONE), report("B", -1, 0, 1, Waits.NONE),
        report("B", Long.MAX_VALUE, 0, 1, Waits.NONE), report("B", 0, 0, 1, most), report("B", 0, 0, 1, longest), sent(Long.MAX_VALUE),
        sent(-1), report("B", 1, 0, 1, Waits.NONE).toBuilder().setName(ClassName.CLASS_BULK).build());
    hostile.forEach(each -> assertThatThrownBy(() -> totals.heard("10.0.0.1", List.of(each))).as(each.toString())
        .isInstanceOf(IllegalArgumentException.class));
    totals.heard("10.0.0.1", List.of(report("B", 1, 0, 1, Waits.NONE).toBuilder().setNameValue(77).build()));
    assertThat(totals.take()).as("a class of a later version is left out").isEmpty();
    totals.heard("10.0.0.2", List.of(report("B", 5, 0, 1, Waits.NONE)));
    assertThat(totals.take()).singleElement().satisfies(sum -> assertThat(sum.getAdmitted()).isEqualTo(5));
  }
}
