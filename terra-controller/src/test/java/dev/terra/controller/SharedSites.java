package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.SharedSite;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.CacheConfig;
import dev.terra.agent.config.CompressionConfig;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.config.SiteShare;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.api.client.ShuffleClient;
import dev.terra.api.client.TransferMatrix;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.core.balance.BalanceKind;
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
import java.util.stream.IntStream;

/**
 * Three sites with several agent processes each, and with a real controller and real agents over the loopback interface. Processes are
 * named by site and number: A1, A2, B1.
 */
final class SharedSites implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> SITES = List.of("A", "B", "C");
  private static final Pattern DELIVERED = Pattern.compile("\"deliveredBytes\":(\\d+)");
  private static final String TOPOLOGY = """
      name: shared
      sites: [{id: A, subnets: [127.92.1.0/24]}, {id: B, subnets: [127.92.2.0/24]}, {id: C, subnets: [127.92.3.0/24]}]
      links:
        - {between: [A, B], capacity: %1$d Mbps, latency: 1 ms}
        - {between: [A, C], capacity: %1$d Mbps, latency: 1 ms}
        - {between: [B, C], capacity: %1$d Mbps, latency: 1 ms}
      """;

  private final int agentsPerSite;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, SharedSite> processes = new TreeMap<>();
  private final int tunnelPort = 20_000 + 100 * new Random(ProcessHandle.current().pid()).nextInt(100);
  private final Path topology;
  private final ControllerServer controller;
  private final ShuffleClient client;

  SharedSites(Path directory, int agentsPerSite, int linkMegabits) throws Exception {
    this(directory, agentsPerSite, linkMegabits, BalanceKind.HASH);
  }

  SharedSites(Path directory, int agentsPerSite, int linkMegabits, BalanceKind balance) throws Exception {
    this.agentsPerSite = agentsPerSite;
    this.topology = Files.writeString(directory.resolve("shared.yaml"), TOPOLOGY.formatted(linkMegabits));
    ControllerConfig config =
        new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000).withAgentsPerSite(agentsPerSite)
            .withBalance(balance);
    this.controller = ControllerServer.start(
        Settings.of(config, 1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), executor, System::nanoTime);
    this.client = ShuffleClient.open("127.0.0.1:" + controller.port(), PATIENCE);
    client.awaitConnected(PATIENCE);
  }

  @Override
  public void close() {
    client.close();
    processes.values().forEach(SharedSite::close);
    controller.close();
    executor.shutdownNow();
  }

  private static InetAddress ip(String process) throws IOException {
    return InetAddress.getByName("127.92." + (1 + SITES.indexOf(process.substring(0, 1))) + "." + process.substring(1));
  }

  /** Starts a process. */
  void run(String process) throws IOException {
    String site = process.substring(0, 1);
    ImmutableMap.Builder<SiteId, Neighbour> neighbours = ImmutableMap.builder();
    for (String other : SITES) {
      if (!other.equals(site)) {
        neighbours.put(new SiteId(other), new Neighbour(ip(process), ip(other + 1), tunnelPort,
            IntStream.rangeClosed(2, agentsPerSite).mapToObj(number -> at(other + number)).toList()));
      }
    }
    processes.put(process, SharedSite.start(new AgentConfig(new SiteId(site), process, Topologies.load(topology),
        List.of((InetSocketAddress) controller.address()), ip(process), tunnelPort, 0, 0, neighbours.buildOrThrow(), 0, true,
        new SpoolConfig(16 << 20, 0, Optional.empty()), List.of(), 1, Optional.empty(), Optional.empty(), Optional.empty(), List.of(),
        new SiteShare(agentsPerSite, 0), CompressionConfig.OFF, CacheConfig.OFF), null, new Random(process.hashCode())));
  }

  private InetSocketAddress at(String process) {
    try {
      return new InetSocketAddress(ip(process), tunnelPort);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends a process. */
  void end(String process) {
    processes.get(process).close();
  }

  static void await(String what, BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  void awaitCarried(String process, Integer... slices) throws InterruptedException {
    await(process + " to carry " + List.of(slices), () -> processes.get(process).carried().equals(Set.of(slices)));
  }

  CompletableFuture<ShuffleResult> submit(String shuffle, TransferMatrix matrix) {
    return client.submitShuffle(shuffle, matrix, progress -> { });
  }

  /** Returns how many bytes that the agent of a slice has sent have arrived. */
  long delivered(String process, int slice) {
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
}
