package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.MixedLink;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SmallFetchWaysTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final SiteId B = new SiteId("B");
  private static final double STOCK = 1e6;
  private static final int BYTES = 100_000;

  private final Outlook outlook = new Outlook() {
    @Override
    public double stockBytesPerSecond(SiteId site) {
      return STOCK;
    }

    @Override
    public double leastStockBytesPerSecond() {
      return STOCK;
    }

    @Override
    public String obstacle(ShuffleId shuffle, SiteId site) {
      return "";
    }

    @Override
    public Optional<SiteRoundTrips> roundTrips(SiteId site) {
      return site.equals(B)
          ? Optional.of(new SiteRoundTrips(Path.of("A", "C", "B"), 150 * MILLI, 60 * MILLI)) : Optional.empty();
    }
  };
  private final ClassTotals totals = new ClassTotals(site -> true);
  private final Events events = new Events(Clock.systemUTC());
  private final SmallFetchWays small = new SmallFetchWays(outlook, totals, events);
  private long now = -5 * SECOND;

  private static RemoteOffer offer(String to, ClassName name, int bytes) {
    return new RemoteOffer("10.0.0.1", new SiteId(to), FetchOffer.newBuilder().setShuffle("job_1_1").setLatencyClass(name)
        .addSegments(SegmentLength.newBuilder().setPartLength(bytes)).build());
  }

  private Optional<LatencyClass> taken(String to, ClassName name) {
    return small.take(offer(to, name, BYTES), now);
  }

  private void oneQueue(String from, String to) {
    small.follow(ClassRules.newBuilder().addMixed(MixedLink.newBuilder().setFrom(from).setTo(to)).build());
  }

  private void measured(String to, double seconds) {
    totals.heard("10.0.0.1", List.of());
    Waits waits = Waits.NONE.plus(seconds);
    totals.heard("10.0.0.1", List.of(ClassReport.newBuilder().setTo(to).setName(ClassName.CLASS_INTERACTIVE).setShare(1)
        .addAllLatencies(waits.counts()).setLatencySeconds(waits.sumSeconds()).build()));
    small.tick(now);
  }

  @Test
  void aLinkWithOneQueueAnywhereOnTheStockPathCounts() {
    oneQueue("C", "B");
    measured("B", .4);
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).contains(LatencyClass.INTERACTIVE);
    assertThat(taken("B", ClassName.CLASS_NORMAL)).isEmpty();
    assertThat(taken("B", ClassName.CLASS_UNSPECIFIED)).isEmpty();
  }

  @Test
  void anotherLinkDoesNot() {
    oneQueue("A", "B");
    measured("B", .4);
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).isEmpty();
  }

  @Test
  void aSiteWithoutATunnelGetsNothingByTunnels() {
    oneQueue("A", "C");
    measured("C", .4);
    assertThat(taken("C", ClassName.CLASS_INTERACTIVE)).isEmpty();
  }

  @Test
  void theyGetAPartOfWhatTheStockPathGives() {
    oneQueue("A", "C");
    measured("B", .4);
    int fetches = 0;
    for (int tenth = 0; tenth < 100; tenth++) {
      now += SECOND / 10;
      while (taken("B", ClassName.CLASS_INTERACTIVE).isPresent()) {
        fetches++;
      }
    }
    assertThat(fetches).isBetween((int) (10 * SmallFetchWays.SHARE * STOCK / BYTES), (int) (11 * SmallFetchWays.SHARE * STOCK / BYTES));
    now += 100 * SECOND;
    assertThat(small.take(offer("B", ClassName.CLASS_INTERACTIVE, (int) STOCK), now)).as("more than those of a second").isEmpty();
  }

  private SegmentCopy redirected(int map, int bytes) {
    RemoteOffer offer = new RemoteOffer("10.0.0.1", B, FetchOffer.newBuilder().setShuffle("job_1_1")
        .addSegments(SegmentLength.newBuilder().setOutput(OutputId.of(map).toMessage()).setPartLength(bytes)).build());
    small.redirected(offer, LatencyClass.INTERACTIVE, now);
    return offer.copies(0).get(0);
  }

  @Test
  void fetchesByTunnelsThatTakeLongerThanOnTheStockPathLeadBack() {
    oneQueue("A", "C");
    measured("B", .4);
    for (int map = 0; map < 50; map++) {
      SegmentCopy copy = redirected(map, BYTES);
      now += 300 * MILLI;
      small.arrived(copy, B, now);
      small.arrived(copy, B, now + 100 * SECOND);
    }
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).as("each counts once").isPresent();
    for (int map = 50; map < 100; map++) {
      SegmentCopy copy = redirected(map, BYTES);
      now += 600 * MILLI;
      small.arrived(copy, B, now);
    }
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).isEmpty();
  }

  @Test
  void fetchesByTunnelsThatDoNotArriveLeadBackBeforeTheyDo() {
    oneQueue("A", "C");
    measured("B", .4);
    for (int map = 0; map < 8; map++) {
      redirected(map, BYTES);
    }
    now += 700 * MILLI;
    small.tick(now);
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).isPresent();
    now += 500 * MILLI;
    small.tick(now);
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).isEmpty();
  }

  @Test
  void segmentsWithoutBytesAreNotWaitedFor() {
    oneQueue("A", "C");
    measured("B", .4);
    for (int map = 0; map < 8; map++) {
      redirected(map, 0);
    }
    now += 2 * SECOND;
    small.tick(now);
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).isPresent();
  }

  @Test
  void readersOfAShuffleThatHasEndedAreNotWaitedFor() {
    oneQueue("A", "C");
    measured("B", .4);
    for (int map = 0; map < 8; map++) {
      redirected(map, BYTES);
    }
    small.ended(new ShuffleId("job_1_1"));
    now += 2 * SECOND;
    small.tick(now);
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).isPresent();
  }

  @Test
  void aFailureLeadsBack() {
    oneQueue("A", "C");
    measured("B", .4);
    small.failed(B, LatencyClass.INTERACTIVE, now);
    assertThat(taken("B", ClassName.CLASS_INTERACTIVE)).isEmpty();
  }

  @Test
  void eventsSayWhenTunnelsAreTakenAndLeft() {
    oneQueue("A", "C");
    measured("B", .4);
    small.failed(B, LatencyClass.INTERACTIVE, now);
    small.failed(B, LatencyClass.INTERACTIVE, now);
    assertThat(events.newest()).allSatisfy(event -> assertThat(event.kind()).isEqualTo(AgentEventKind.SMALL_FETCHES))
        .extracting(Events.Event::target, Events.Event::detail).containsExactly(
            tuple("B", "small interactive fetches to it go by tunnels: on the stock path they take 400 ms"),
            tuple("B", "small interactive fetches to it take the stock path again"));
  }
}
