package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSet;
import dev.terra.agent.pace.Rates;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.BundleRef;
import dev.terra.api.v1.DrainedSites;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.WanPath;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateBookTest {
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");
  private static final double STOCK = 10e6;

  private final RateBook book = new RateBook(new SiteId("A"));

  private static BundleId bundle(String shuffle) {
    return new BundleId(new ShuffleId(shuffle), new SiteId("A"), new SiteId("B"));
  }

  private static BundleRates rates(String job, double direct, double around) {
    return BundleRates.newBuilder().setShuffle(job).setTo("B")
        .addRates(rate(direct, "A", "B")).addRates(rate(around, "A", "C", "B")).build();
  }

  private static RateOnPath rate(double bytesPerSecond, String... sites) {
    return RateOnPath.newBuilder().setPath(WanPath.newBuilder().addAllSites(Arrays.asList(sites)))
        .setBytesPerSecond(bytesPerSecond).build();
  }

  private static Rates.Question question(String job, int sharers, Path... live) {
    return new Rates.Question(bundle(job), ImmutableSet.copyOf(live), sharers, 0);
  }

  private Map<Path, Double> ask(String job) {
    return book.of(question(job, 1, DIRECT, AROUND), true, STOCK);
  }

  @Test
  void anEpochReplacesAddsAndRemoves() {
    assertThat(book.apply(Epoch.newBuilder().setNumber(1).setFull(true).addBundles(rates("x", 1, 2)).build())).isTrue();
    book.apply(Epoch.newBuilder().setNumber(2).addBundles(rates("y", 3, 4)).build());
    assertThat(ask("x")).containsEntry(DIRECT, 1.0).containsEntry(AROUND, 2.0);
    assertThat(ask("y")).containsEntry(DIRECT, 3.0);
    book.apply(Epoch.newBuilder().setNumber(3).addRemoved(BundleRef.newBuilder().setShuffle("x").setTo("B")).build());
    assertThat(book.names(bundle("x"))).isFalse();
    assertThat(book.names(bundle("y"))).isTrue();
    book.apply(Epoch.newBuilder().setNumber(4).setFull(true).build());
    assertThat(book.names(bundle("y"))).isFalse();
  }

  @Test
  void drainedSitesStayUntilAnEpochSaysOtherwise() {
    DrainedSites drained = DrainedSites.newBuilder().addSites("B").build();
    book.apply(Epoch.newBuilder().setNumber(1).setFull(true).setDrained(drained).build());
    assertThat(book.isDrained(new SiteId("B"))).isTrue();
    book.apply(Epoch.newBuilder().setNumber(2).addBundles(rates("x", 1, 2)).build());
    assertThat(book.isDrained(new SiteId("B"))).as("nothing was said of it").isTrue();
    book.apply(Epoch.newBuilder().setNumber(3).setDrained(DrainedSites.getDefaultInstance()).build());
    assertThat(book.isDrained(new SiteId("B"))).isFalse();
    book.apply(Epoch.newBuilder().setNumber(4).setDrained(drained).build());
    book.apply(Epoch.newBuilder().setNumber(5).setFull(true).build());
    assertThat(book.isDrained(new SiteId("B"))).as("a full one says all").isFalse();
  }

  @Test
  void ofWhichShufflesNoChunkIsCompressedStaysUntilAnEpochSaysOtherwise() {
    ShuffleId x = new ShuffleId("x");
    assertThat(book.mayCompress(x)).as("no epoch has named it").isTrue();
    book.apply(Epoch.newBuilder().setNumber(1).setFull(true).addBundles(rates("x", 1, 2).toBuilder().setAsIs(true)).build());
    assertThat(book.mayCompress(x)).isFalse();
    assertThat(book.mayCompress(new ShuffleId("y"))).isTrue();
    book.apply(Epoch.newBuilder().setNumber(2).addRemoved(BundleRef.newBuilder().setShuffle("x").setTo("B")).build());
    assertThat(book.mayCompress(x)).as("it has nothing to send now").isFalse();
    book.apply(Epoch.newBuilder().setNumber(3).addBundles(rates("x", 1, 2)).build());
    assertThat(book.mayCompress(x)).isTrue();
    book.apply(Epoch.newBuilder().setNumber(4).addBundles(rates("x", 1, 2).toBuilder().setAsIs(true)).build());
    book.dropShuffle(x);
    assertThat(book.mayCompress(x)).isTrue();
  }

  @Test
  void whatASiteHasInAllStaysUntilTheNextEpoch() {
    SiteId b = new SiteId("B");
    assertThat(book.scheduled(b, true)).isEmpty();
    book.apply(Epoch.newBuilder().setNumber(1).setFull(true).addBundles(rates("x", 1, 2)).addBundles(rates("y", 3, 0)).build());
    assertThat(book.scheduled(b, true)).containsEntry(DIRECT, 4.0).containsEntry(AROUND, 2.0);
    book.dropShuffle(new ShuffleId("x"));
    assertThat(book.scheduled(b, true)).containsEntry(DIRECT, 4.0);
    assertThat(book.scheduled(b, false)).as("nobody schedules").isEmpty();
    book.apply(Epoch.newBuilder().setNumber(2).addBundles(rates("y", 5, 0)).build());
    assertThat(book.scheduled(b, true)).containsEntry(DIRECT, 5.0).containsEntry(AROUND, 0.0);
    book.apply(Epoch.newBuilder().setNumber(3).setDrained(DrainedSites.newBuilder().addSites("B")).build());
    assertThat(book.scheduled(b, true)).as("it is to be left alone").isEmpty();
  }

  @Test
  void whatIsInForceCanBeTold() {
    book.apply(Epoch.newBuilder().setNumber(1).setFull(true).addBundles(rates("x", 1, 2)).build());
    assertThat(book.inForce().getBundlesList()).containsExactly(rates("x", 1, 2));
    book.dropShuffle(new ShuffleId("x"));
    assertThat(book.inForce().getBundlesList()).isEmpty();
  }

  @Test
  void olderEpochsOfASessionAreIgnoredAndANewSessionStartsOver() {
    book.session(7);
    book.apply(Epoch.newBuilder().setNumber(5).addBundles(rates("x", 5, 5)).build());
    assertThat(book.apply(Epoch.newBuilder().setNumber(5).addBundles(rates("x", 6, 6)).build())).isFalse();
    assertThat(book.apply(Epoch.newBuilder().setNumber(4).setFull(true).build())).isFalse();
    book.session(7);
    assertThat(book.apply(Epoch.newBuilder().setNumber(1).setFull(true).build())).isFalse();
    book.session(8);
    assertThat(ask("x")).containsEntry(DIRECT, 5.0);
    assertThat(book.apply(Epoch.newBuilder().setNumber(1).setFull(true).build())).isTrue();
    assertThat(book.names(bundle("x"))).isFalse();
  }

  @Test
  void aBundleThatNobodyNamedStartsSmallAndOneThatIsToWaitWaits() {
    assertThat(book.of(question("x", 2, DIRECT, AROUND), true, STOCK)).isEqualTo(Map.of(DIRECT, 0.05 * STOCK / 2));
    book.apply(Epoch.newBuilder().setNumber(1)
        .addBundles(BundleRates.newBuilder().setShuffle("x").setTo("B")).build());
    assertThat(ask("x")).isEmpty();
  }

  @Test
  void aBundleThatNobodyNamedAndOfWhichLittleIsWaitedForStartsFast() {
    assertThat(book.of(waiting((long) STOCK), true, STOCK)).isEqualTo(Map.of(DIRECT, 0.5 * STOCK));
    assertThat(book.of(waiting(2 * (long) STOCK), true, STOCK)).as("no cliff").isEqualTo(Map.of(DIRECT, 0.25 * STOCK));
    assertThat(book.of(waiting(100 * (long) STOCK), true, STOCK)).isEqualTo(Map.of(DIRECT, 0.05 * STOCK));
    assertThat(book.of(waiting(1), true, 0)).containsEntry(DIRECT, 0.0);
    book.apply(Epoch.newBuilder().setNumber(1).addBundles(rates("x", 1, 2)).build());
    assertThat(book.of(waiting(1), true, STOCK)).containsEntry(DIRECT, 1.0).containsEntry(AROUND, 2.0);
  }

  @Test
  void whatWaitsForAnEpochGoesByTheShortestPathsThatAreUp() {
    Path otherWay = Path.of("A", "D", "B");
    Path far = Path.of("A", "C", "D", "B");
    assertThat(book.of(question("x", 1, AROUND, otherWay, far), true, STOCK))
        .isEqualTo(Map.of(AROUND, 0.05 * STOCK / 2, otherWay, 0.05 * STOCK / 2));
    assertThat(book.of(question("x", 1, DIRECT, AROUND, far), true, STOCK)).as("all pairs at once fit their links")
        .isEqualTo(Map.of(DIRECT, 0.05 * STOCK));
    assertThat(book.of(question("x", 1, DIRECT, AROUND), false, STOCK)).as("nobody would find another way if one were slow")
        .isEqualTo(Map.of(DIRECT, 0.25 * STOCK, AROUND, 0.25 * STOCK));
    assertThat(book.of(question("x", 1), true, STOCK)).isEmpty();
  }

  private static Rates.Question waiting(long bytes) {
    return new Rates.Question(bundle("x"), ImmutableSet.of(DIRECT, AROUND), 1, bytes);
  }

  @Test
  void aBundleWhosePathsAreAllDownGoesOnSlowlyOnOthers() {
    book.apply(Epoch.newBuilder().setNumber(1).addBundles(rates("x", 1e6, 0)).build());
    assertThat(book.of(question("x", 1, AROUND), true, STOCK)).containsEntry(AROUND, 0.05 * STOCK);
  }

  @Test
  void theFloorIsNeverMuchOfASlowNetwork() {
    assertThat(book.floor(question("x", 1, DIRECT), STOCK)).isEqualTo(Rates.FLOOR_BYTES_PER_SECOND);
    assertThat(book.floor(question("x", 4, DIRECT), 200_000)).isEqualTo(2_500);
    assertThat(book.floor(question("x", 4, DIRECT), 0)).isEqualTo(Rates.FLOOR_BYTES_PER_SECOND);
  }

  @Test
  void withoutAScheduleHalfOfTheStockRateIsShared() {
    book.apply(Epoch.newBuilder().setNumber(1).addBundles(rates("x", 1e6, 0)).build());
    Map<Path, Double> shared = book.of(question("x", 5, DIRECT, AROUND), false, STOCK);
    assertThat(shared.values().stream().mapToDouble(Double::doubleValue).sum() * 5).isEqualTo(0.5 * STOCK);
  }

  @Test
  void ratesThatAreNoneAreRefusedWhole() {
    assertThatThrownBy(() -> book.apply(Epoch.newBuilder().setNumber(1).addBundles(rates("x", -1, 0)).build()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> book.apply(Epoch.newBuilder().setNumber(1).addBundles(rates("x", Double.NaN, 0)).build()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
