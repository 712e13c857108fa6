package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.client.TransferMatrix;
import dev.terra.api.client.TransferMatrix.SeedSource;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.core.balance.BalanceKind;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of processes that share a site. Transfers are generated from seeds, and each receiver checks every byte. */
@Timeout(120)
class SharedSiteTest {
  private static final int TRANSFERS = 16;
  private static final long TRANSFER_BYTES = 3_000_000;
  /** The number of transfers to each of two sites. It is more than the agents are given before their rates are known. */
  private static final int DEALT = 80;
  /**
   * The most time of a transfer at the whole rate, as a multiple of its Gamma. At a third of the rate, the multiple would be at least
   * three.
   */
  private static final double WITH_THE_WHOLE_RATE = 2.5;

  @TempDir
  private Path directory;

  private static CompletableFuture<ShuffleResult> submit(SharedSites sites, String shuffle) {
    TransferMatrix.Builder matrix = TransferMatrix.builder().receiver(0, "B").receiver(1, "B");
    for (int number = 0; number < TRANSFERS; number++) {
      matrix.transfer(number, "A", number % 2, TRANSFER_BYTES, new SeedSource(number), null);
    }
    return sites.submit(shuffle, matrix.build());
  }

  private static ShuffleResult arrived(CompletableFuture<ShuffleResult> result, long bytes) throws Exception {
    assertThat(result.get(SharedSites.PATIENCE.toSeconds(), TimeUnit.SECONDS).getComplete()).isTrue();
    assertThat(result.get().getTotalBytes()).isEqualTo(bytes);
    return result.get();
  }

  /** Starts one process at A, two at B, and one at C, which relays the bytes on the longer path. */
  private SharedSites twoPerSite() throws Exception {
    SharedSites sites = new SharedSites(directory, 2, 80);
    for (String process : List.of("A1", "B1", "B2", "C1")) {
      sites.run(process);
    }
    return sites;
  }

  @Test
  void twoShareTheWork() throws Exception {
    try (SharedSites sites = twoPerSite()) {
      sites.run("A2");
      sites.awaitCarried("A1", 0);
      sites.awaitCarried("A2", 1);
      arrived(submit(sites, "shuffle"), TRANSFERS * TRANSFER_BYTES);
      // on a busy machine, an agent may be taken for lost, and then counts from 0 again
      SharedSites.await("both to have sent", () -> sites.delivered("A1", 0) > 0 && sites.delivered("A2", 1) > 0);
    }
  }

  @Test
  void oneThatJoinsTakesItsPartAndOneThatLeavesGivesItBack() throws Exception {
    try (SharedSites sites = twoPerSite()) {
      sites.awaitCarried("A1", 0, 1);
      CompletableFuture<ShuffleResult> first = submit(sites, "first");
      SharedSites.await("some bytes to arrive", () -> sites.delivered("A1", 0) > 0 && sites.delivered("A1", 1) > 0);
      sites.run("A2");
      sites.awaitCarried("A2", 1);
      sites.awaitCarried("A1", 0);
      arrived(first, TRANSFERS * TRANSFER_BYTES);
      CompletableFuture<ShuffleResult> second = submit(sites, "second");
      SharedSites.await("the other to send", () -> sites.delivered("A2", 1) > 0);
      sites.end("A2");
      sites.end("B2");
      sites.awaitCarried("A1", 0, 1);
      sites.awaitCarried("B1", 0, 1);
      arrived(second, TRANSFERS * TRANSFER_BYTES);
    }
  }

  @Test
  void ofThreeTheOneThatCarriesATransferHasTheWholeRate() throws Exception {
    try (SharedSites sites = new SharedSites(directory, 3, 8)) {
      for (String process : List.of("A1", "A2", "A3", "B1", "B2", "B3", "C1")) {
        sites.run(process);
      }
      for (int number = 1; number <= 3; number++) {
        sites.awaitCarried("A" + number, number - 1);
        sites.awaitCarried("B" + number, number - 1);
      }
      arrived(sites.submit("warm-up", one(300_000)), 300_000);
      // on a busy machine, some transfers may be held up or an agent may be taken for lost, but not each time
      AtomicInteger attempts = new AtomicInteger();
      SharedSites.await("one to have carried a transfer at the whole rate", () ->
          gammaRatio(sites, "single-" + attempts.incrementAndGet()) < WITH_THE_WHOLE_RATE
              && IntStream.range(0, 3).anyMatch(slice -> sites.delivered("A" + (slice + 1), slice) >= TRANSFER_BYTES));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void whatAPolicyDealsArrivesThoughOneLeavesAndComesBack(BalanceKind balance) throws Exception {
    try (SharedSites sites = new SharedSites(directory, 2, 400, balance)) {
      for (String process : List.of("A1", "A2", "B1", "B2", "C1")) {
        sites.run(process);
      }
      sites.awaitCarried("A1", 0);
      sites.awaitCarried("A2", 1);
      TransferMatrix.Builder matrix = TransferMatrix.builder().receiver(0, "B").receiver(1, "C");
      for (int number = 0; number < DEALT; number++) {
        matrix.transfer(number, "A", number % 2, TRANSFER_BYTES, new SeedSource(number), null);
      }
      CompletableFuture<ShuffleResult> result = sites.submit("dealt", matrix.build());
      SharedSites.await("both to send", () -> sites.delivered("A1", 0) > 0 && sites.delivered("A2", 1) > 0);
      sites.end("A2");
      sites.awaitCarried("A1", 0, 1);
      sites.run("A2");
      arrived(result, DEALT * TRANSFER_BYTES);
    }
  }

  private static double gammaRatio(SharedSites sites, String name) {
    try {
      ShuffleResult result = arrived(sites.submit(name, one(TRANSFER_BYTES)), TRANSFER_BYTES);
      return result.getSeconds() / result.getGammaSeconds();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static TransferMatrix one(long bytes) {
    return TransferMatrix.builder().receiver(0, "B").transfer(0, "A", 0, bytes, new SeedSource(1), null).build();
  }
}
