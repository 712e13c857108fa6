package dev.terra.controller.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ShuffleBookTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SitePair AB = new SitePair(A, B);
  private static final long SECOND = 1_000_000_000L;

  private final ShuffleBook book = new ShuffleBook(0);

  private static RunningShuffle running(ShuffleBook book, String id, long bytes, long nowNanos) {
    RunningShuffle shuffle = book.findOrAdd(new ShuffleId(id), nowNanos).orElseThrow();
    shuffle.report(A, new long[] {bytes}, null);
    shuffle.place(Places.of(Map.of(0, B)));
    book.noteGrowth(shuffle, nowNanos);
    return shuffle;
  }

  @Example
  void timeCountsWhileAnythingIsLeft() {
    book.advance(2 * SECOND);
    RunningShuffle shuffle = running(book, "s", 100, 2 * SECOND);
    book.advance(5 * SECOND);
    shuffle.progress(new SliceId(AB.from(), 0), AB.to(), new ProgressBook.Done(100, 0, 0));
    assertThat(book.noteOutstanding(shuffle)).isFalse();
    book.advance(9 * SECOND);

    assertThat(book.totals().outstandingSeconds()).isEqualTo(3);
    assertThat(book.anythingOutstanding()).isFalse();
    assertThat(shuffle.startSeconds()).hasValue(2);
    assertThat(shuffle.finishSeconds()).hasValue(5);
  }

  @Example
  void whatEndedIsKeptAndIsNotBegunAgain() {
    running(book, "s", 100, 0);
    book.advance(SECOND);

    assertThat(book.end(new ShuffleId("s"))).isTrue();
    assertThat(book.end(new ShuffleId("s"))).isFalse();
    assertThat(book.hasEnded(new ShuffleId("s"))).isTrue();
    assertThat(book.find(new ShuffleId("s"))).isEmpty();
    assertThat(book.ended().get(new ShuffleId("s"))).satisfies(figures -> {
      assertThat(figures.ended()).isTrue();
      assertThat(figures.finishSeconds()).hasValue(1);
      assertThat(figures.bundles()).singleElement().satisfies(bundle -> assertThat(bundle.expectedBytes()).isEqualTo(100));
    });
    assertThat(book.anythingOutstanding()).isFalse();
  }

  @Example
  void whatAnAgentCountedByTheEndIsTakenOverAfterIt() {
    Path direct = Path.of("A", "B");
    SliceId slice = new SliceId(A, 0);
    ShuffleId id = new ShuffleId("s");
    running(book, "s", 100, 0).sent(slice, 1, B, Map.of(direct, 60L));
    book.sentByEnd(id, slice, 1, AB, Map.of(direct, 70L));
    assertThat(book.find(id).orElseThrow().bundles().get(AB).sent()).as("it runs").isEqualTo(Map.of(direct, 60L));

    book.end(id);
    assertThat(book.ended().get(id).bundles().get(0).onLinks().sent()).isEqualTo(Map.of(direct, 60L));
    book.sentByEnd(id, slice, 1, AB, Map.of(direct, 100L));
    Map<ShuffleId, ShuffleFigures> ended = book.ended();
    assertThat(ended.get(id).bundles().get(0).onLinks().sent()).isEqualTo(Map.of(direct, 100L));
    assertThat(ended.get(id).bundles().get(0).expectedBytes()).isEqualTo(100);
    assertThat(book.totals().endedShuffles()).isEqualTo(1);

    book.sentByEnd(id, slice, 1, AB, Map.of(direct, 90L));
    book.sentByEnd(new ShuffleId("other"), slice, 1, AB, Map.of(direct, 90L));
    assertThat(book.ended()).as("nothing that is less, and nothing of others").isSameAs(ended);
  }

  @Example
  void theOldestEndingsGiveWay() {
    for (int number = 0; number <= ShuffleBook.ENDED_SHUFFLES; number++) {
      running(book, "s" + number, 1, 0);
      book.end(new ShuffleId("s" + number));
    }
    assertThat(book.ended()).hasSize(ShuffleBook.ENDED_SHUFFLES);
    assertThat(book.hasEnded(new ShuffleId("s0"))).isFalse();
    assertThat(book.hasEnded(new ShuffleId("s1"))).isTrue();
    assertThat(book.ended()).as("the same until one more ends").isSameAs(book.ended());
  }

  @Example
  void whatNobodyHoldsIsForgottenAfterAWhile() {
    running(book, "held", 1, 0);
    RunningShuffle orphan = running(book, "orphan", 1, 0);
    orphan.forget(new SliceId(A, 0));
    book.noteOutstanding(orphan);
    orphan.heard(SECOND);

    assertThat(book.dropOrphans(SECOND + ShuffleBook.ORPHAN_NANOS, A::equals)).isEmpty();
    assertThat(book.dropOrphans(SECOND + ShuffleBook.ORPHAN_NANOS + 1, A::equals)).containsExactly(new ShuffleId("orphan"));
    assertThat(book.hasEnded(new ShuffleId("orphan"))).as("it may come again").isFalse();
    assertThat(book.active()).hasSize(1);
  }

  @Property(tries = 100)
  void theAccountOfTimeIsTheUnionOfAllShuffles(@ForAll long seed) {
    Random random = new Random(seed);
    ShuffleBook fresh = new ShuffleBook(0);
    Map<String, RunningShuffle> shuffles = new HashMap<>();
    Set<String> left = new HashSet<>();
    double outstanding = 0;
    long now = 0;
    for (int step = 0; step < 60; step++) {
      long pass = random.nextInt(2_000_000_000);
      now += pass;
      outstanding += left.isEmpty() ? 0 : pass / 1e9;
      fresh.advance(now);
      String id = "s" + random.nextInt(4);
      if (fresh.hasEnded(new ShuffleId(id))) {
        continue;
      }
      switch (random.nextInt(4)) {
        case 0 -> {
          shuffles.put(id, running(fresh, id, 100, now));
          shuffles.get(id).progress(new SliceId(AB.from(), 0), AB.to(), new ProgressBook.Done(0, 0, 0));
          fresh.noteOutstanding(shuffles.get(id));
          left.add(id);
        }
        case 1 -> Optional.ofNullable(shuffles.get(id)).ifPresent(shuffle -> {
          shuffle.progress(new SliceId(AB.from(), 0), AB.to(), new ProgressBook.Done(60, 40, 0));
          assertThat(fresh.noteOutstanding(shuffle)).isFalse();
          left.remove(id);
        });
        case 2 -> {
          if (random.nextInt(4) == 0 && fresh.end(new ShuffleId(id))) {
            left.remove(id);
          }
        }
        default -> { }
      }
      assertThat(fresh.anythingOutstanding()).isEqualTo(!left.isEmpty());
      assertThat(fresh.totals().outstandingSeconds()).isCloseTo(outstanding, within(1e-6));
    }
    assertThat(fresh.room().cells()).as("of each shuffle one volume and one place").isEqualTo(2L * fresh.active().size());
    assertThat(List.copyOf(fresh.active())).extracting(RunningShuffle::id).isSorted();
  }
}
