package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.fetch.FetchSchedule.SmallFetch;
import dev.terra.lab.fetch.FetchSchedule.SmallJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FetchScheduleTest {
  private static final Wan LINE = new Wan("line", List.of(Site.of("A"), Site.of("B"), Site.of("C")),
      Stream.of(LinkId.of("A", "B"), LinkId.of("B", "A"), LinkId.of("B", "C"), LinkId.of("C", "B"))
          .map(id -> new Link(id, new Bandwidth(1e6), Duration.ofMillis(1), OptionalDouble.empty())).toList());

  private final FetchSchedule schedule = FetchSchedule.of(FetchStream.neighbours(LINE, 20), 600, 7, new Random(1));

  @Test
  void eachSiteServesItsNeighboursAtItsRate() {
    Map<String, Long> served = schedule.fetches().stream()
        .collect(Collectors.groupingBy(fetch -> fetch.job().site().name(), Collectors.counting()));
    assertThat(served).containsOnlyKeys("A", "B", "C").containsValues(12_000L);
    assertThat(schedule.fetches()).allSatisfy(fetch -> {
      assertThat(LINE.link(new LinkId(fetch.job().site(), fetch.reader()))).isPresent();
      assertThat(fetch.millis()).isBetween(0L, 600_000L);
    });
    assertThat(schedule.fetches().stream().map(SmallFetch::millis).toList()).isSorted();
  }

  @Test
  void noPartIsFetchedTwiceAndNoJobIsLarge() {
    assertThat(schedule.fetches().stream().map(fetch -> fetch.job().number() + ":" + fetch.part())).doesNotHaveDuplicates();
    assertThat(schedule.fetches()).allSatisfy(fetch -> assertThat(fetch.part()).isBetween(0, fetch.job().parts() - 1));
    assertThat(schedule.jobs()).allSatisfy(job -> assertThat((long) job.parts() * job.bytes()).isLessThanOrEqualTo(2 << 20));
    assertThat(schedule.jobs().stream().map(SmallJob::number)).doesNotHaveDuplicates().contains(7);
  }

  @Test
  void eachSizeIsAQuarterAsFrequentAsTheOneBelow() {
    Map<Integer, Long> counts = schedule.fetches().stream()
        .collect(Collectors.groupingBy(fetch -> fetch.job().bytes(), Collectors.counting()));
    assertThat(counts).containsOnlyKeys(64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20);
    for (int bytes = 64 << 10; bytes < 512 << 10; bytes *= 2) {
      assertThat((double) counts.get(2 * bytes) / counts.get(bytes)).as("twice %d", bytes).isBetween(.2, .3);
    }
    assertThat(schedule.fetches().stream().mapToInt(fetch -> fetch.job().bytes()).average().orElseThrow() / 1024).isBetween(90.0, 96.0);
  }

  @Test
  void aStreamOfOneSizeGoesToItsReader() {
    FetchSchedule one = FetchSchedule.of(List.of(FetchStream.of(new SiteId("A"), new SiteId("C"), 5)), 10, 1, new Random(1));
    assertThat(one.fetches()).hasSize(50).allSatisfy(fetch -> {
      assertThat(fetch.reader()).isEqualTo(new SiteId("C"));
      assertThat(fetch.job().site()).isEqualTo(new SiteId("A"));
      assertThat(fetch.job().bytes()).isEqualTo(64 << 10);
    });
  }
}
