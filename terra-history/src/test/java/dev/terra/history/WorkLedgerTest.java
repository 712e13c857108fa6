package dev.terra.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.view.AgentSession;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteHosts;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import dev.terra.history.store.Batch;
import dev.terra.history.store.HistoryException;
import dev.terra.history.store.HistoryStore;
import dev.terra.history.store.Retention;
import dev.terra.history.store.SiteWork;
import dev.terra.history.store.StoredWork;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with agents of site A, whose cores cost 3.6 dollars an hour and use 10 W, and of site B, for which no costs are known. */
class WorkLedgerTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final long JULY_1 = Instant.parse("2026-07-01T23:59:58Z").toEpochMilli();
  private static final long MIDNIGHT = Instant.parse("2026-07-02T00:00:00Z").toEpochMilli();
  private static final Wan WAN = new Wan("w", List.of(new Site(A, "A", Optional.empty(), new SiteHosts(1, List.of()),
      new SiteTerms(OptionalDouble.of(3.6), OptionalDouble.of(10), OptionalDouble.of(360))), Site.of("B")), List.of());

  @TempDir
  private Path folder;
  private HistoryStore store;
  private WorkLedger ledger;

  @BeforeEach
  void start() throws HistoryException {
    store = HistoryStore.open(folder.resolve("h.db"), Retention.within(Retention.LEAST_BYTES), JULY_1);
    ledger = newLedger();
  }

  @AfterEach
  void stop() throws HistoryException {
    store.close();
  }

  /** Returns the ledger of a controller that has restarted. */
  private WorkLedger newLedger() {
    return new WorkLedger(WAN, session -> store.reader().countedMicros(session));
  }

  private void record(Map<AgentSession, Long> agents, long atMillis) throws HistoryException {
    List<StoredWork> rows = ledger.rows(agents, atMillis);
    store.write(new Batch(List.of(), List.of(), new Batch.Costs(List.of(), rows), Optional.empty(), Optional.empty()), List.of());
    ledger.wrote(rows);
  }

  private static Map<AgentSession, Long> counted(long session, SiteId site, long micros) {
    return ImmutableMap.of(new AgentSession(site, session), micros);
  }

  private List<SiteWork> all() throws HistoryException {
    return store.reader().work(0, Long.MAX_VALUE);
  }

  private long micros(SiteId site) throws HistoryException {
    return all().stream().filter(row -> row.site().equals(site)).mapToLong(row -> row.cost().processorMicros()).sum();
  }

  @Test
  void workCountsOnTheDayOnWhichItIsReportedAtThePriceOfItsSite() throws HistoryException {
    record(counted(-7, A, 1_000_000), JULY_1);
    record(counted(-7, A, 1_500_000), JULY_1 + 1_000);
    record(counted(-7, A, 3_500_000), MIDNIGHT);
    record(counted(8, B, 9), MIDNIGHT);
    assertThat(all()).extracting(SiteWork::dayMillis).containsExactly(MIDNIGHT - 86_400_000, MIDNIGHT, MIDNIGHT);
    assertThat(all().get(0).cost().processorMicros()).isEqualTo(1_500_000);
    assertThat(all().get(0).cost().usd()).isCloseTo(0.0015, within(1e-12));
    assertThat(all().get(1).cost()).isEqualTo(new WorkCost(2_000_000, 0.002, 20, 20 / 3.6e6 * 360));
    assertThat(all().get(2)).isEqualTo(new SiteWork(MIDNIGHT, B, new WorkCost(9, 0, 0, 0)));
    assertThat(store.reader().work(MIDNIGHT, MIDNIGHT + 1)).hasSize(2);
  }

  @Test
  void whatAFailedWriteWasToBringComesWithTheNext() throws HistoryException {
    assertThat(ledger.rows(counted(1, A, 5), JULY_1)).hasSize(1);
    record(counted(1, A, 6), JULY_1);
    assertThat(micros(A)).isEqualTo(6);
    assertThat(ledger.rows(counted(1, A, 6), JULY_1)).isEmpty();
  }

  @Test
  void sumsAreThoseOfAllCountersHoweverOftenAgentsAndControllersStart() throws HistoryException {
    for (int seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      Map<AgentSession, Long> heard = new HashMap<>();
      long before = micros(A);
      long session = random.nextLong();
      for (int step = 0; step < 40; step++) {
        switch (random.nextInt(4)) {
          case 0 -> session = random.nextLong();
          case 1 -> ledger = newLedger();
          default -> { }
        }
        heard.merge(new AgentSession(A, session), 1L + random.nextInt(1_000_000), Long::sum);
        if (random.nextBoolean()) {
          record(heard, MIDNIGHT + random.nextInt(200_000_000));
        }
      }
      record(heard, MIDNIGHT);
      assertThat(micros(A) - before).as("seed %d", seed)
          .isEqualTo(heard.values().stream().mapToLong(Long::longValue).sum());
    }
  }
}
