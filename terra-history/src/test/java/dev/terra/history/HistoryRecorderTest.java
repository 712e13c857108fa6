package dev.terra.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.api.client.ShuffleClient;
import dev.terra.api.client.TransferMatrix.SeedSource;
import dev.terra.api.client.TransferMatrix;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.view.AgentSession;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.JobPattern;
import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.controller.view.ViewFeed;
import dev.terra.controller.view.WorkTotals;
import dev.terra.core.recurring.CostBelief;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.TriedChoice;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.history.store.HistoryException;
import dev.terra.history.store.HistoryReader.Query;
import dev.terra.history.store.HistoryReader;
import dev.terra.history.store.HistoryStore;
import dev.terra.history.store.LinkUse;
import dev.terra.history.store.Retention;
import dev.terra.history.store.StoredEvent;
import dev.terra.history.store.StoredShuffle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the history of real controllers is kept after they have stopped. */
@Timeout(60)
class HistoryRecorderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir
  private Path folder;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final long startedMillis = Clock.systemUTC().millis();
  private ControllerServer server;
  private Wan wan;

  @BeforeEach
  void start() throws IOException {
    ControllerConfig config = new ControllerConfig("../topologies/triangle.yaml", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    wan = Settings.of(config, 1).wan();
    server = ControllerServer.start(
        Settings.of(config, 1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), executor, System::nanoTime);
  }

  @AfterEach
  void stop() {
    server.close();
    executor.shutdownNow();
  }

  private HistoryRecorder recorder(String session) throws HistoryException {
    HistoryStore store = HistoryStore.open(folder.resolve("h.db"), Retention.within(Retention.LEAST_BYTES), startedMillis);
    return HistoryRecorder.start(server.views(), store, new ControllerSession(session, startedMillis, wan), Clock.systemUTC());
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private Query all() {
    return new Query(startedMillis - 1_000, startedMillis + 3_600_000, 0, 1_000, false);
  }

  private List<StoredEvent> events(HistoryReader reader) throws HistoryException {
    return reader.events(all(), null, null, null).items();
  }

  private List<LinkUse> links(HistoryReader reader) throws HistoryException {
    return reader.links(startedMillis, startedMillis + 3_600_000, 1_000).stretches();
  }

  /**
   * At any moment, a shuffle is counted once: among those that are written, those that have ended since the last write, or those that are
   * running.
   */
  @Test
  void aShuffleIsInOnePlaceAtAnyMoment() throws Exception {
    try (HistoryRecorder recorder = recorder("first"); ShuffleClient client = ShuffleClient.open("127.0.0.1:" + server.port(), PATIENCE)) {
      client.awaitConnected(PATIENCE);
      TransferMatrix.Builder matrix =
          TransferMatrix.builder().receiver(0, "B").transfer(0, "A", 0, 1_000, new SeedSource(1), null);
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s", matrix.build(), progress -> { });
      await(() -> !server.views().current().running().isEmpty());
      client.cancelShuffle("s");
      await(() -> {
        HistoryRecorder.Progress progress = recorder.progress();
        long running = progress.now().running().size();
        long since = progress.written().to(progress.now()).ended().put().size();
        Query written = new Query(startedMillis - 1_000, progress.writtenMillis() + 1, 0, 10, false);
        long stored = recorder.reader().shuffles(written, null).total();
        assertThat(running + since + stored).as("running %s, over %s, written %s", running, since, stored).isEqualTo(1);
        return result.isDone() && stored == 1;
      });
    }
  }

  @Test
  void eventsLinksAndShufflesThatAreOverAreThereForTheNextController() throws Exception {
    try (HistoryRecorder recorder = recorder("first"); ShuffleClient client = ShuffleClient.open("127.0.0.1:" + server.port(), PATIENCE)) {
      client.awaitConnected(PATIENCE);
      TransferMatrix.Builder matrix =
          TransferMatrix.builder().receiver(0, "B").transfer(0, "A", 0, 1_000, new SeedSource(1), null);
      CompletableFuture<ShuffleResult> result = client.submitShuffle("s", matrix.build(), progress -> { });
      await(() -> !server.views().current().running().isEmpty());
      client.cancelShuffle("s");
      await(result::isDone);
      await(() -> recorder.figures().writes() >= 3
          && recorder.reader().shuffles(all(), null).total() == 1);
      assertThat(recorder.figures()).extracting(HistoryFigures::failures, HistoryFigures::lostEvents).containsExactly(0L, 0L);
    }
    try (HistoryRecorder next = recorder("second")) {
      await(() -> next.figures().writes() >= 1);
      assertThat(events(next.reader())).extracting(StoredEvent::session).contains("first", "second");
      assertThat(events(next.reader())).extracting(StoredEvent::kind).contains("controller-started");
      assertThat(next.reader().shuffles(all(), "s").items()).extracting(StoredShuffle::session).contains("first");
      assertThat(links(next.reader())).hasSizeGreaterThanOrEqualTo(2)
          .allSatisfy(use -> assertThat(use.unknown()).as("there is no agent").containsOnly(1f));
      assertThat(next.reader().links(startedMillis, startedMillis + 3_600_000, 1_000).names()).hasSize(6).contains("A:B");
    }
  }

  private static ControllerView worked(Map<AgentSession, Long> agents) {
    ControllerView empty = ControllerView.empty("w");
    return new ControllerView(0, "w", 0, WorkTotals.NONE.with(ImmutableMap.copyOf(agents)), empty.rounds(), empty.links(), empty.agents(),
        empty.running(), empty.ended(), empty.operator(), empty.classes(), empty.events());
  }

  private static RecurringFigures recurring(long runs) {
    RecurringState state = new RecurringState(new JobPattern("ann", "etl", "load"),
        new RecurringState.Grid(ImmutableList.of(new KnobChoice(true, Double.POSITIVE_INFINITY)), 0), new CostWeights(0.5, 1),
        new RecurringState.Tried(ImmutableList.of(), ImmutableList.of(new TriedChoice(0, 3, true))),
        new RecurringState.Counts(runs, 0, 0, 0));
    return new RecurringFigures(state, 0, false, false, ImmutableSortedMap.of());
  }

  @Test
  void whatRecurringJobsHaveLearnedIsThereForTheNextController() throws Exception {
    AtomicReference<ImmutableList<RecurringFigures>> jobs = new AtomicReference<>(ImmutableList.of(recurring(1)));
    HistoryStore store = HistoryStore.open(folder.resolve("r.db"), Retention.within(Retention.LEAST_BYTES), startedMillis);
    try (HistoryRecorder recorder = HistoryRecorder.start(
        server.views(), jobs::get, store, new ControllerSession("r", startedMillis, wan), Clock.systemUTC())) {
      await(() -> recorder.reader().recurring().equals(List.of(recurring(1).state())));
      jobs.set(ImmutableList.of(recurring(2)));
      await(() -> recorder.reader().recurring().equals(List.of(recurring(2).state())));
    }
    HistoryStore next = HistoryStore.open(folder.resolve("r.db"), Retention.within(Retention.LEAST_BYTES), startedMillis);
    try (HistoryRecorder recorder = HistoryRecorder.start(
        server.views(), server::recurring, next, new ControllerSession("s", startedMillis, wan), Clock.systemUTC())) {
      server.restoreRecurring(recorder.reader().recurring());
      await(() -> server.recurring().equals(List.of(restored())));
      long writes = recorder.figures().writes();
      await(() -> recorder.figures().writes() >= writes + 2);
      assertThat(recorder.reader().recurring()).containsExactly(recurring(2).state());
    }
  }

  /**
   * Returns the figures of the job after its state has been restored. Its one run gives the expected cost of the next runs with its only
   * choice.
   */
  private static RecurringFigures restored() {
    return new RecurringFigures(recurring(2).state(), 0, false, true, ImmutableSortedMap.of(0, new CostBelief(3, 0)));
  }

  @Test
  void whatAgentsHaveWorkedIsThereAndCountsOnceThoughTheControllerStartsAgain() throws Exception {
    SiteId site = new SiteId("A");
    ViewFeed views = new ViewFeed(worked(Map.of(new AgentSession(site, 5), 2_000_000L)));
    for (long more = 1; more <= 2; more++) {
      HistoryStore store = HistoryStore.open(folder.resolve("w.db"), Retention.within(Retention.LEAST_BYTES), startedMillis);
      try (HistoryRecorder recorder =
          HistoryRecorder.start(views, store, new ControllerSession("s" + more, startedMillis, wan), Clock.systemUTC())) {
        long all = 2_000_000 + more;
        long since = more == 1 ? all : 1;
        views.publish(worked(Map.of(new AgentSession(site, 5), 2_000_000L, new AgentSession(site, 6), more)));
        await(() -> recorder.reader().work(0, Long.MAX_VALUE).stream().mapToLong(row -> row.cost().processorMicros()).sum() == all);
        await(() -> recorder.worked().processorMicros() == since);
      }
    }
  }
}
