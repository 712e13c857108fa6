package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.ControllerCommand;
import dev.terra.api.v1.PlacementReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two waves of reducers, the second of which starts only when the first is done, at every site, each of which relays for the
 * others; either wave needs several times what a spool holds, and what is pushed for the second may not keep the first waiting.
 */
@Timeout(120)
class SpoolWavesTest {
  private static final String JOB = "job_1_1";
  private static final long SPOOL_BYTES = 4 << 20;
  private static final int MAPS = 6;
  private static final int PART_BYTES = 1 << 20;
  private static final int WAVES = 2;
  private static final long WAIT_SECONDS = 60;

  private final Map<String, FakeHandler> handlers = new HashMap<>();

  private static int reducer(String site, int wave) {
    return TestWan.sites().indexOf(site) * WAVES + wave;
  }

  private static List<String> maps(String site) {
    List<String> maps = new ArrayList<>();
    for (int i = 0; i < MAPS; i++) {
      maps.add("attempt_1_1_m_" + site + i + "_0");
    }
    return maps;
  }

  @Test
  void bothWavesGetEverythingThroughASmallSpool() throws Exception {
    SpoolConfig spool = new SpoolConfig(SPOOL_BYTES, 0, Optional.empty());
    try (TestWan wan = new TestWan(21, site -> spool, 0, Duration.ZERO)) {
      wan.planEverything();
      for (String site : TestWan.sites()) {
        handlers.put(site, wan.handler(site, 10));
      }
      for (String site : TestWan.sites()) {
        Await.until(site + " attached", () -> wan.controller().isAttached(site));
        prepare(wan, site);
      }
      wan.awaitTunnels("A-B", "A-C-B", "B-C", "B-A-C", "C-A", "C-B-A");
      Await.until("the spool's share for bytes ahead is used", () -> spooled(wan, "B") > SPOOL_BYTES / 2);
      for (int wave = 0; wave < WAVES; wave++) {
        readAll(wan, wave);
      }
      for (String site : TestWan.sites()) {
        Await.until("the spool of " + site + " is empty", () -> spooled(wan, site) == 0);
      }
    }
  }

  private static long spooled(TestWan wan, String site) {
    long bytes = wan.stats(site).get("spool").get("memoryUsedBytes").asLong();
    assertThat(bytes).isLessThanOrEqualTo(SPOOL_BYTES);
    return bytes;
  }

  /** Outputs for all reducers of other sites, whose places are known, and rates that don't matter. */
  private void prepare(TestWan wan, String site) {
    int[] lengths = new int[TestWan.sites().size() * WAVES];
    PlacementReport.Builder places = PlacementReport.newBuilder().setShuffle(JOB);
    for (String at : TestWan.sites()) {
      for (int wave = 0; wave < WAVES; wave++) {
        lengths[reducer(at, wave)] = at.equals(site) ? 10 : PART_BYTES;
        places.putSiteByReducer(reducer(at, wave), at);
      }
      if (!at.equals(site)) {
        String third = TestWan.sites().stream().filter(s -> !s.equals(site) && !s.equals(at)).findFirst().orElseThrow();
        wan.controller().rates(site, JOB, at, Map.of(site + "-" + at, 20e6, site + "-" + third + "-" + at, 20e6));
      }
    }
    wan.controller().send(site, ControllerCommand.newBuilder().setPlacement(places).build());
    maps(site).forEach(map -> handlers.get(site).finishMap(JOB, map, lengths));
  }

  private void readAll(TestWan wan, int wave) throws Exception {
    List<CompletableFuture<Void>> reads = new ArrayList<>();
    for (String at : TestWan.sites()) {
      for (String from : TestWan.sites()) {
        if (!at.equals(from)) {
          reads.add(CompletableFuture.runAsync(() -> read(wan, at, from, reducer(at, wave))));
        }
      }
    }
    CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private void read(TestWan wan, String at, String from, int reduce) {
    try {
      FakeHandler origin = handlers.get(from);
      FetchClient.Answer answer =
          FetchClient.fetch(handlers.get(at).ip(), wan.fetchAddress(at), JOB, reduce, origin.ip(), maps(from));
      assertThat(answer.status()).as("%s from %s: %s", at, from, answer.reason()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(origin.bytes(JOB, reduce, maps(from)));
    } catch (IOException e) {
      throw new CompletionException(at + " from " + from, e);
    }
  }
}
