package dev.terra.controller.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ViewFeedTest {
  private final ViewFeed feed = new ViewFeed(ControllerView.empty("w"));

  private static ControllerView round(long count) {
    ControllerView empty = ControllerView.empty("w");
    return new ControllerView(0, "w", count, WorkTotals.NONE, new RoundFigures(count, count, 1, false, false, 0),
        empty.links(), empty.agents(), empty.running(),
        empty.ended(), empty.operator(), empty.classes(), empty.events());
  }

  @Test
  void numbersViewsAndGivesTheNewest() {
    assertThat(feed.current().version()).isEqualTo(1);
    ControllerView second = feed.publish(round(5));
    assertThat(second.version()).isEqualTo(2);
    assertThat(feed.current()).isSameAs(second);
  }

  private static ControllerView at(double seconds) {
    ControllerView empty = ControllerView.empty("w");
    return new ControllerView(0, "w", seconds, WorkTotals.NONE, empty.rounds(), empty.links(), empty.agents(), empty.running(),
        empty.ended(), empty.operator(), empty.classes(), empty.events());
  }

  @Test
  void aViewInWhichNothingHappenedIsPublishedOnlyWhenTheLastOneIsOld() {
    feed.publishNews(at(ViewFeed.FRESH_SECONDS - 0.1));
    assertThat(feed.current().version()).isEqualTo(1);
    feed.publishNews(at(ViewFeed.FRESH_SECONDS));
    assertThat(feed.current().version()).isEqualTo(2);
    assertThat(feed.current().atSeconds()).isEqualTo(ViewFeed.FRESH_SECONDS);
    feed.publishNews(at(ViewFeed.FRESH_SECONDS + 1));
    assertThat(feed.current().version()).isEqualTo(2);
    feed.publishNews(round(ViewFeed.CHANGES));
    assertThat(feed.current().version()).as("a round is news").isEqualTo(3);
  }

  @Test
  void aReaderGetsTheChangesAfterItsVersion() {
    ControllerView before = feed.current();
    feed.publish(round(1));
    feed.publish(round(2));
    ViewChanges changes = feed.after(before.version());
    assertThat(changes.missed()).isFalse();
    assertThat(changes.changes()).extracting(ControllerChange::number).containsExactly(2L, 3L);
    ControllerView replayed = before;
    for (ControllerChange change : changes.changes()) {
      replayed = replayed.after(change);
    }
    assertThat(replayed).isEqualTo(feed.current());
    assertThat(feed.after(3).changes()).isEmpty();
    assertThat(feed.after(3).missed()).isFalse();
  }

  @Test
  void aReaderThatIsTooFarBehindIsToldSo() {
    for (int i = 1; i <= ViewFeed.CHANGES + 1; i++) {
      feed.publish(round(i));
    }
    assertThat(feed.after(1)).isEqualTo(new ViewChanges(true, ImmutableList.of()));
    assertThat(feed.after(2).missed()).isFalse();
    assertThat(feed.after(2).changes()).hasSize(ViewFeed.CHANGES);
  }

  @Test
  void aVersionOfAnotherControllerIsMissed() {
    assertThat(feed.after(77).missed()).isTrue();
  }

  @Test
  void aReaderMayWait() throws Exception {
    assertThat(feed.await(1, Duration.ofMillis(1)).changes()).isEmpty();
    CompletableFuture<ViewChanges> waiting = CompletableFuture.supplyAsync(() -> {
      try {
        return feed.await(1, Duration.ofSeconds(20));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    feed.publish(round(1));
    assertThat(waiting.get(20, TimeUnit.SECONDS).changes()).extracting(ControllerChange::number).containsExactly(2L);
  }

  @Test
  void aViewTakesOnlyTheChangeThatFollows() {
    ControllerView first = feed.current();
    feed.publish(round(1));
    ControllerView third = feed.publish(round(2));
    assertThatThrownBy(() -> first.after(feed.after(2).changes().get(0))).hasMessageContaining("expected change 2, got 3");
    assertThat(third.to(third).running().isEmpty()).isTrue();
  }
}
