package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ControllerChange;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.wan.LinkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Tests that, after any events, views are consistent and immutable, and that the changes between two views lead from the first to the
 * second.
 */
class ViewPropertyTest {
  @Property(tries = 40)
  void viewsAddUpAndChangesLeadFromOneToTheNext(@ForAll long seed) {
    RandomLife life = new RandomLife(new Random(seed));
    ViewFeed feed = new ViewFeed(life.harness().state.view(0));
    ControllerView replayed = feed.current();
    List<ControllerView> views = new ArrayList<>();
    List<String> asTheyWere = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      boolean round = life.step();
      ControllerView view = feed.publish(life.harness().state.view(life.harness().nowNanos));
      check(view, round);
      views.add(view);
      asTheyWere.add(text(view));
      if (step % 7 == 0) {
        for (ControllerChange change : feed.after(replayed.version()).changes()) {
          replayed = replayed.after(change);
        }
        assertThat(replayed).isEqualTo(view);
      }
    }
    assertThat(views.stream().map(ViewPropertyTest::text)).as("nothing of a view changes after it was published").isEqualTo(asTheyWere);
  }

  @Property(tries = 20)
  void whereNothingHappensNothingIsMadeAnew(@ForAll long seed) {
    RandomLife life = new RandomLife(new Random(seed));
    for (int step = 0; step < 60; step++) {
      life.step();
      ControllerView view = life.harness().state.view(life.harness().nowNanos);
      ControllerView again = life.harness().state.view(life.harness().nowNanos);
      assertThat(again.running()).isSameAs(view.running());
      assertThat(again.links()).isSameAs(view.links());
      assertThat(again.agents()).isSameAs(view.agents());
      assertThat(view.isStillTrueIn(again)).isTrue();
    }
  }

  private static String text(ControllerView view) {
    return view.toString() + view.events().after(0);
  }

  private static void check(ControllerView view, boolean afterRound) {
    view.running().values().forEach(ViewPropertyTest::check);
    view.ended().values().forEach(shuffle -> {
      check(shuffle);
      assertThat(shuffle.bundles()).allMatch(bundle -> bundle.rates().isEmpty());
    });
    assertThat(view.ended().keySet()).noneMatch(view.running()::containsKey);
    view.links().values().forEach(link -> {
      double rates = ratesOn(view, link.id());
      // the rates of shuffles that have ended count until the next round
      assertThat(link.allocated().bytesPerSecond()).as("%s", link.id()).isBetween(rates, afterRound ? rates : Double.MAX_VALUE);
    });
    assertThat(view.links().values()).extracting(LinkFigures::nominal).isNotEmpty()
        .allMatch(nominal -> nominal.bytesPerSecond() == Harness.CAPACITY);
  }

  private static void check(ShuffleFigures shuffle) {
    long placed = shuffle.bundles().stream().mapToLong(bundle -> bundle.expectedBytes() - bundle.movedBytes()).sum();
    assertThat(placed + shuffle.unplacedBytes() + shuffle.sameSiteBytes()).as("%s", shuffle).isEqualTo(shuffle.producedBytes());
  }

  private static double ratesOn(ControllerView view, LinkId link) {
    return view.running().values().stream().flatMap(shuffle -> shuffle.bundles().stream()).map(BundleFigures::rates)
        .flatMap(rates -> rates.entrySet().stream()).filter(rate -> rate.getKey().links().contains(link))
        .mapToDouble(rate -> rate.getValue()).sum();
  }
}
