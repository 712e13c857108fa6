package dev.terra.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.Settings;
import dev.terra.controller.view.BundleFigures.OnLinks;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ReaderFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.TermsSource;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.cost.CostBook;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.history.store.HistoryReader.Query;
import dev.terra.history.store.HistoryStore;
import dev.terra.history.store.Retention;
import dev.terra.history.store.StoredCost;
import dev.terra.schedule.ShuffleTerms;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that bytes on paths which agents report after the end of their shuffle are also charged exactly once. */
@Timeout(60)
class LateBytesTest {
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");
  private static final ShuffleId ID = new ShuffleId("s");
  /** The views of a shuffle that runs, ends, and of which further bytes are reported twice after its end. */
  private static final List<ControllerView> VIEWS = List.of(
      view(1, false, Map.of()), view(2, false, Map.of(DIRECT, 100L)), view(3, true, Map.of(DIRECT, 100L)),
      view(4, true, Map.of(DIRECT, 150L)), view(5, true, Map.of(DIRECT, 150L, AROUND, 70L)));

  @TempDir
  private java.nio.file.Path folder;
  private final Wan wan = Settings.of(ControllerConfig.usual("../topologies/triangle.yaml", "127.0.0.1:0"), 1).wan();
  private final CostBook book = new CostBook(wan);

  private static ControllerView view(long version, boolean ended, Map<Path, Long> sent) {
    ControllerView empty = ControllerView.empty("w");
    ShuffleFigures shuffle = shuffle(ended, ImmutableMap.copyOf(sent));
    return new ControllerView(version, "w", version, empty.totals(), empty.rounds(), empty.links(), empty.agents(),
        ended ? ImmutableSortedMap.of() : ImmutableSortedMap.of(ID, shuffle), ended ? ImmutableMap.of(ID, shuffle) : ImmutableMap.of(),
        empty.operator(), empty.classes(), empty.events());
  }

  private static ShuffleFigures shuffle(boolean ended, ImmutableMap<Path, Long> sent) {
    BundleFigures bundle = new BundleFigures(new SiteId("A"), new SiteId("B"), 200, 0, 200, 0, new OnLinks(1, 0, 0, sent), 0, false,
        ImmutableMap.of());
    return new ShuffleFigures(ID, ShuffleDescriptor.unknown(ID), Optional.empty(), false, ShuffleTerms.ORDINARY, TermsSource.ORDINARY,
        Optional.empty(), ended, Optional.empty(), 0, OptionalDouble.of(1), OptionalDouble.empty(), ImmutableMap.of(), 1, 200, 0, 0, 0,
        ImmutableList.of(bundle), ImmutableList.of(), ReaderFigures.NONE);
  }

  private static long bytes(List<StoredCost> rows) {
    return rows.stream().mapToLong(row -> row.cost().bytes()).sum();
  }

  /** Whatever is written first, later rows contain exactly what the first ones lack. */
  @Test
  void rowsOfTwoViewsAddUpToThoseOfOne() {
    for (ControllerView between : VIEWS) {
      List<StoredCost> rows = new ArrayList<>(CostRows.ended(ControllerView.empty("w"), between, book, 1));
      rows.addAll(CostRows.ended(between, VIEWS.get(4), book, 2));
      assertThat(bytes(rows)).as("after version %s", between.version()).isEqualTo(220);
      assertThat(rows).allSatisfy(row -> assertThat(row.cost().bytes()).isPositive());
    }
  }

  @Test
  void theyAreInTheHistoryAndTheShuffleIsThereOnce() throws Exception {
    ViewFeed views = new ViewFeed(VIEWS.get(0));
    HistoryStore store = HistoryStore.open(folder.resolve("h.db"), Retention.within(Retention.LEAST_BYTES), Clock.systemUTC().millis());
    try (HistoryRecorder recorder = HistoryRecorder.start(views, store,
        new ControllerSession("s1", Clock.systemUTC().millis(), wan), Clock.systemUTC())) {
      for (ControllerView view : VIEWS) {
        views.publish(view);
        while (recorder.progress().written().version() < view.version()) {
          TimeUnit.MILLISECONDS.sleep(20);
        }
      }
      List<StoredCost> rows = new ArrayList<>();
      recorder.reader().costs(0, Long.MAX_VALUE, rows::add);
      assertThat(bytes(rows)).isEqualTo(220);
      assertThat(recorder.reader().shuffles(new Query(0, Long.MAX_VALUE, 0, 10, false), null).total()).isEqualTo(1);
    }
  }
}
