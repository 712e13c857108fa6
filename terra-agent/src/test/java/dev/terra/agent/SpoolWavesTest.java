package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.PlacementReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two waves of reducers at every site. The second wave starts only when the first is done, and each site relays for the others.
 * Either wave needs more than a spool of 64 MiB holds, and what is pushed ahead for the second wave must not keep the first one waiting.
 */
@Timeout(120)
class SpoolWavesTest {
  private static final String JOB = "job_1_1";
  private static final long MEMORY_BYTES = 16 << 20;
  private static final long SPOOL_BYTES = 64 << 20;
  private static final int MAPS = 6;
  private static final int PART_BYTES = 8 << 20;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int FEW_BYTES = 10;
  private static final double BYTES_PER_SECOND = 100e6;
  /** A low rate, so that most bytes take the detour however fast the machine is. */
  private static final double DIRECT_BYTES_PER_SECOND = 1e6;
  private static final int WAVES = 2;
  private static final long WAIT_SECONDS = 60;

  @TempDir private Path folder;

  private final Map<String, FakeHandler> handlers = new HashMap<>();

  private static int reducer(String site, int wave) {
    return TestWan.sites().indexOf(site) * WAVES + wave;
  }

  /**
   * Returns the number of a reader at a site that reads next to nothing. Until one reader has proved itself at a site, nothing is sent
   * ahead to it.
   */
  private static int first(String site) {
    return TestWan.sites().size() * WAVES + TestWan.sites().indexOf(site);
  }

  private static List<String> maps(String site) {
    List<String> maps = new ArrayList<>();
    for (int i = 0; i < MAPS; i++) {
      maps.add("attempt_1_1_m_" + (TestWan.sites().indexOf(site) * MAPS + i) + "_0");
    }
    return maps;
  }

  private SpoolConfig spool(String site) {
    return new SpoolConfig(MEMORY_BYTES, SPOOL_BYTES - MEMORY_BYTES, Optional.of(folder.resolve(site).toString()));
  }

  @Test
  void bothWavesGetEverythingThroughASmallSpool() throws Exception {
    try (TestWan wan = new TestWan(21, this::spool, 0, Duration.ZERO)) {
      wan.planEverything();
      for (String site : TestWan.sites()) {
        handlers.put(site, wan.handler(site, 10));
      }
      for (String site : TestWan.sites()) {
        Await.until(site + " attached", () -> wan.controller().isAttached(site));
        prepare(wan, site);
      }
      wan.awaitTunnels("A-B", "A-C-B", "B-C", "B-A-C", "C-A", "C-B-A");
      TestWan.sites().forEach(site -> assertThat(spooled(wan, site)).as("nobody has proved that he may read").isZero());
      readAll(wan, SpoolWavesTest::first, FEW_BYTES);
      for (int wave = 0; wave < WAVES; wave++) {
        for (String site : TestWan.sites()) {
          Await.until("much of " + site + "'s spool is used ahead of wave " + wave, () -> spooled(wan, site) > SPOOL_BYTES / 2);
        }
        int now = wave;
        readAll(wan, site -> reducer(site, now), PART_BYTES);
      }
      for (String site : TestWan.sites()) {
        Await.until("the spool of " + site + " is empty", () -> spooled(wan, site) == 0);
        Await.until("others carried bytes of " + site, () -> relayed(wan, site));
      }
    }
  }

  private static long spooled(TestWan wan, String site) {
    JsonNode spool = wan.stats(site).get("spool");
    long bytes = spool.get("memoryUsedBytes").asLong() + spool.get("diskUsedBytes").asLong();
    assertThat(bytes).isLessThanOrEqualTo(SPOOL_BYTES);
    return bytes;
  }

  /** Returns whether bytes went from a site to each of the others over the third site. */
  private static boolean relayed(TestWan wan, String from) {
    Set<String> reached = new HashSet<>();
    for (JsonNode path : wan.stats(from).get("paths")) {
      if (path.get("path").size() > 2 && path.get("deliveredBytes").asLong() > PART_BYTES) {
        reached.add(path.get("to").asText());
      }
    }
    return reached.size() == TestWan.sites().size() - 1;
  }

  /**
   * Prepares outputs at a site for all reducers of other sites, whose places are known, and rates that send most bytes over the third site.
   */
  private void prepare(TestWan wan, String site) {
    int[] lengths = new int[TestWan.sites().size() * (WAVES + 1)];
    PlacementReport.Builder places = PlacementReport.newBuilder().setShuffle(JOB);
    for (String at : TestWan.sites()) {
      for (int wave = 0; wave < WAVES; wave++) {
        lengths[reducer(at, wave)] = at.equals(site) ? FEW_BYTES : PART_BYTES;
        places.putSiteByReducer(reducer(at, wave), at);
      }
      lengths[first(at)] = FEW_BYTES;
      places.putSiteByReducer(first(at), at);
      if (!at.equals(site)) {
        String third = TestWan.sites().stream().filter(s -> !s.equals(site) && !s.equals(at)).findFirst().orElseThrow();
        wan.controller().rates(site, JOB, at, Map.of(site + "-" + at, DIRECT_BYTES_PER_SECOND,
            site + "-" + third + "-" + at, BYTES_PER_SECOND));
      }
    }
    wan.controller().send(site, ControllerMessage.newBuilder().setPlacement(places).build());
    maps(site).forEach(map -> handlers.get(site).finishMap(JOB, map, lengths));
  }

  private void readAll(TestWan wan, ToIntFunction<String> reducerAt, int bytes) throws Exception {
    List<CompletableFuture<Void>> reads = new ArrayList<>();
    for (String at : TestWan.sites()) {
      for (String from : TestWan.sites()) {
        if (!at.equals(from)) {
          reads.add(CompletableFuture.runAsync(() -> read(wan, at, from, reducerAt.applyAsInt(at), bytes)));
        }
      }
    }
    CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private void read(TestWan wan, String at, String from, int reduce, int bytes) {
    FakeHandler origin = handlers.get(from);
    FetchRequest request = FetchRequest.newBuilder().setShuffle(JOB).setPartition(reduce).setOriginIp(origin.ip())
        .addAllOutputs(TestOutputs.of(maps(from))).build();
    try (InputStream body = FetchClient.stream(handlers.get(at).ip(), wan.fetchAddress(at), request)) {
      for (String map : maps(from)) {
        for (int start = 0; start < bytes; start += BLOCK_BYTES) {
          int end = Math.min(bytes, start + BLOCK_BYTES);
          byte[] block = body.readNBytes(end - start);
          assertThat(Arrays.equals(block, origin.bytes(JOB, map, reduce, start, end)))
              .as("%s from %s: %s from byte %d on", at, from, map, start).isTrue();
        }
      }
    } catch (IOException e) {
      throw new CompletionException(at + " from " + from, e);
    }
  }
}
