package dev.terra.controller.core.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.BundleRef;
import dev.terra.api.v1.Epoch;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class EpochBookTest {
  private static final SliceId AGENT = new SliceId(new SiteId("A"), 0);
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path DETOUR = Path.of("A", "C", "B");

  private static final long TERM = 5;
  private final EpochBook book = new EpochBook(TERM);

  private static BundleId bundle(int number) {
    return new BundleId(new ShuffleId("job_" + number), new SiteId("A"), new SiteId("B"));
  }

  private static Map<BundleId, Map<Path, Long>> plan(Map<Integer, Map<Path, Long>> byNumber) {
    Map<BundleId, Map<Path, Long>> plan = new TreeMap<>();
    byNumber.forEach((number, rates) -> plan.put(bundle(number), rates));
    return plan;
  }

  @Example
  void theFirstIsFullAndLaterOnesAreDifferences() {
    book.next(Set.of());
    Epoch first = book.tell(AGENT, plan(Map.of(1, Map.of(DIRECT, 5L), 2, Map.of(DIRECT, 6L))), Set.of()).orElseThrow();
    book.next(Set.of());
    Epoch second = book.tell(AGENT, plan(Map.of(1, Map.of(DIRECT, 5L), 3, Map.of(DETOUR, 7L))), Set.of()).orElseThrow();

    assertThat(first.getFull()).isTrue();
    assertThat(first.getNumber()).isEqualTo(1);
    assertThat(first.getTerm()).isEqualTo(TERM);
    assertThat(second.getFull()).isFalse();
    assertThat(second.getNumber()).isEqualTo(2);
    assertThat(second.getBundlesList()).singleElement().satisfies(rates -> {
      assertThat(rates.getShuffle()).isEqualTo("job_3");
      assertThat(rates.getTo()).isEqualTo("B");
      assertThat(rates.getRates(0).getPath().getSitesList()).containsExactly("A", "C", "B");
      assertThat(rates.getRates(0).getBytesPerSecond()).isEqualTo(7);
    });
    assertThat(second.getRemovedList()).extracting(BundleRef::getShuffle).containsExactly("job_2");
  }

  @Example
  void whoKnowsEverythingIsToldNothing() {
    book.tell(AGENT, plan(Map.of(1, Map.of(DIRECT, 5L))), Set.of());
    assertThat(book.tell(AGENT, plan(Map.of(1, Map.of(DIRECT, 5L))), Set.of())).isEmpty();
    assertThat(book.tell(new SliceId(new SiteId("B"), 0), Map.of(), Set.of()))
        .as("the first of another is full, though empty").isPresent();
  }

  @Example
  void whichChunksAreNotToBeCompressedIsToldWithTheRates() {
    Map<BundleId, Map<Path, Long>> plan = plan(Map.of(1, Map.of(DIRECT, 5L), 2, Map.of(DIRECT, 6L)));
    book.next(Set.of(new ShuffleId("job_1")));
    assertThat(asIs(book.tell(AGENT, plan, Set.of()))).containsExactly(true, false);
    book.next(Set.of(new ShuffleId("job_1")));
    assertThat(book.tell(AGENT, plan, Set.of())).as("nothing has changed").isEmpty();
    book.next(Set.of(new ShuffleId("job_2")));
    assertThat(asIs(book.tell(AGENT, plan, Set.of()))).containsExactly(false, true);
  }

  private static List<Boolean> asIs(Optional<Epoch> epoch) {
    return epoch.orElseThrow().getBundlesList().stream().map(BundleRates::getAsIs).toList();
  }

  @Example
  void anotherAgentOfASliceIsToldEverything() {
    SliceId other = new SliceId(AGENT.site(), 1);
    Map<BundleId, Map<Path, Long>> plan = plan(Map.of(1, Map.of(DIRECT, 5L)));
    book.tell(AGENT, plan, Set.of());
    book.tell(other, plan, Set.of());
    book.reset(AGENT);

    assertThat(book.tell(AGENT, plan, Set.of()).orElseThrow().getFull()).isTrue();
    assertThat(book.tell(other, plan, Set.of())).as("the site's other slice knows it").isEmpty();
  }

  @Property(tries = 100)
  void differencesAddUp(@ForAll long seed) {
    Random random = new Random(seed);
    EpochBook fresh = new EpochBook(TERM);
    Map<String, Map<List<String>, Long>> believed = new HashMap<>();
    for (int round = 0; round < 30; round++) {
      Map<Integer, Map<Path, Long>> wanted = new TreeMap<>();
      for (int number = 0; number < 4; number++) {
        if (random.nextBoolean()) {
          wanted.put(number, random.nextBoolean() ? Map.of() : Map.of(DIRECT, (long) random.nextInt(3), DETOUR, 1L + random.nextInt(2)));
        }
      }
      if (random.nextInt(10) == 0) {
        fresh.reset(AGENT);
        believed.clear();
      }
      fresh.next(Set.of());
      fresh.tell(AGENT, plan(wanted), Set.of()).ifPresent(epoch -> {
        epoch.getRemovedList().forEach(removed -> believed.remove(removed.getShuffle()));
        epoch.getBundlesList().forEach(rates -> {
          Map<List<String>, Long> byPath = new HashMap<>();
          rates.getRatesList().forEach(rate -> byPath.put(rate.getPath().getSitesList(), Math.round(rate.getBytesPerSecond())));
          believed.put(rates.getShuffle(), byPath);
        });
      });
      Map<String, Map<List<String>, Long>> expected = new HashMap<>();
      wanted.forEach((number, rates) -> {
        Map<List<String>, Long> byPath = new HashMap<>();
        rates.forEach((path, rate) -> byPath.put(path.sites().stream().map(SiteId::name).toList(), rate));
        expected.put("job_" + number, byPath);
      });
      assertThat(believed).isEqualTo(expected);
      assertThat(fresh.number()).isEqualTo(round + 1);
    }
  }

  @Example
  void drainedSitesAreToldWhenTheyChange() {
    assertThat(book.tell(AGENT, Map.of(), Set.of()).orElseThrow().getDrained().getSitesList()).isEmpty();
    SiteId b = new SiteId("B");
    assertThat(book.tell(AGENT, Map.of(), Set.of(b)).orElseThrow().getDrained().getSitesList()).containsExactly("B");
    assertThat(book.tell(AGENT, Map.of(), Set.of(b))).isEmpty();
    Epoch other = book.tell(AGENT, plan(Map.of(1, Map.of(DIRECT, 5L))), Set.of(b)).orElseThrow();
    assertThat(other.hasDrained()).as("it is as before").isFalse();
    Epoch back = book.tell(AGENT, Map.of(), Set.of()).orElseThrow();
    assertThat(back.hasDrained()).isTrue();
    assertThat(back.getDrained().getSitesList()).isEmpty();
  }
}
