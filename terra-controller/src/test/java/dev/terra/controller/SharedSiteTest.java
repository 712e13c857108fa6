package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.SharedSite;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.config.SiteShare;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.api.client.ShuffleClient;
import dev.terra.api.client.TransferMatrix;
import dev.terra.api.client.TransferMatrix.SeedSource;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.core.wan.SiteId;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes that share a site, with a real controller and real agents over the loopback interface: A and B have two, C has one, which
 * passes on what takes the way around. Transfers are made from seeds, and each receiver checks every byte.
 */
@Timeout(120)
class SharedSiteTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> SITES = List.of("A", "B", "C");
  private static final int TRANSFERS = 16;
  private static final long TRANSFER_BYTES = 3_000_000;
  private static final Pattern DELIVERED = Pattern.compile("\"deliveredBytes\":(\\d+)");
  private static final String TOPOLOGY = """
      name: shared
      sites: [{id: A, subnets: [127.92.1.0/24]}, {id: B, subnets: [127.92.2.0/24]}, {id: C, subnets: [127.92.3.0/24]}]
      links:
        - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
        - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
        - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
      """;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, SharedSite> processes = new TreeMap<>();
  private final int tunnelPort = 20_000 + 100 * new Random(ProcessHandle.current().pid()).nextInt(100);
  private Path topology;
  private ControllerServer controller;
  private ShuffleClient client;

  @BeforeEach
  void start() throws Exception {
    topology = Files.writeString(directory.resolve("shared.yaml"), TOPOLOGY);
    ControllerConfig config =
        new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000).withAgentsPerSite(2);
    controller = ControllerServer.start(
        Settings.of(config, 1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), executor, System::nanoTime);
    for (String process : List.of("A1", "B1", "B2", "C1")) {
      run(process);
    }
    client = ShuffleClient.open("127.0.0.1:" + controller.port(), PATIENCE);
    client.awaitConnected(PATIENCE);
  }

  @AfterEach
  void stop() {
    client.close();
    processes.values().forEach(SharedSite::close);
    controller.close();
    executor.shutdownNow();
  }

  private static InetAddress ip(String process) throws IOException {
    return InetAddress.getByName("127.92." + (1 + SITES.indexOf(process.substring(0, 1))) + "." + process.substring(1));
  }

  private void run(String process) throws IOException {
    String site = process.substring(0, 1);
    ImmutableMap.Builder<SiteId, Neighbour> neighbours = ImmutableMap.builder();
    for (String other : SITES) {
      if (!other.equals(site)) {
        neighbours.put(new SiteId(other), new Neighbour(ip(process), ip(other + 1), tunnelPort,
            List.of(new InetSocketAddress(ip(other + 2), tunnelPort))));
      }
    }
    processes.put(process, SharedSite.start(new AgentConfig(new SiteId(site), process, Topologies.load(topology),
        List.of((InetSocketAddress) controller.address()), ip(process), tunnelPort, 0, 0, neighbours.buildOrThrow(), 0, true,
        new SpoolConfig(16 << 20, 0, Optional.empty()), List.of(), 1, Optional.empty(), Optional.empty(), Optional.empty(), List.of(),
        new SiteShare(2, 0)), Optional.empty(), new Random(process.hashCode())));
  }

  private void await(String what, BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private void awaitCarried(String process, Integer... slices) throws InterruptedException {
    await(process + " to carry " + List.of(slices), () -> processes.get(process).carried().equals(Set.of(slices)));
  }

  private CompletableFuture<ShuffleResult> submit(String shuffle) {
    TransferMatrix.Builder matrix = TransferMatrix.builder().receiver(0, "B").receiver(1, "B");
    for (int number = 0; number < TRANSFERS; number++) {
      matrix.transfer(number, "A", number % 2, TRANSFER_BYTES, new SeedSource(number), Optional.empty());
    }
    return client.submitShuffle(shuffle, matrix.build(), progress -> { });
  }

  private static void arrived(CompletableFuture<ShuffleResult> result) throws Exception {
    assertThat(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).getComplete()).isTrue();
    assertThat(result.get().getTotalBytes()).isEqualTo(TRANSFERS * TRANSFER_BYTES);
  }

  /** What the agent of a slice has sent that has arrived. */
  private long delivered(String process, int slice) {
    return processes.get(process).agent(slice).map(agent -> {
      try (InputStream stats =
          URI.create("http://" + ip(process).getHostAddress() + ":" + agent.fetchPort() + "/v1/stats").toURL().openStream()) {
        return DELIVERED.matcher(new String(stats.readAllBytes(), StandardCharsets.UTF_8)).results()
            .mapToLong(path -> Long.parseLong(path.group(1))).sum();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }).orElse(0L);
  }

  @Test
  void twoShareTheWork() throws Exception {
    run("A2");
    awaitCarried("A1", 0);
    awaitCarried("A2", 1);
    arrived(submit("shuffle"));
    long half = TRANSFERS * TRANSFER_BYTES / 2;
    await("both to have sent half", () -> delivered("A1", 0) >= half && delivered("A2", 1) >= half);
  }

  @Test
  void oneThatJoinsTakesItsPartAndOneThatLeavesGivesItBack() throws Exception {
    awaitCarried("A1", 0, 1);
    CompletableFuture<ShuffleResult> first = submit("first");
    await("some bytes to arrive", () -> delivered("A1", 0) > 0 && delivered("A1", 1) > 0);
    run("A2");
    awaitCarried("A2", 1);
    awaitCarried("A1", 0);
    arrived(first);
    List<CompletableFuture<ShuffleResult>> second = new ArrayList<>(List.of(submit("second")));
    await("the other to send", () -> delivered("A2", 1) > 0);
    processes.get("A2").close();
    processes.get("B2").close();
    awaitCarried("A1", 0, 1);
    awaitCarried("B1", 0, 1);
    arrived(second.get(0));
  }
}
