package dev.terra.lab.agents;

import dev.terra.core.balance.BalanceKind;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.AgentSnapshot;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.FiguresUrl;
import dev.terra.lab.bed.HttpGateway;
import dev.terra.lab.bed.Submission;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.hadoop.AgentBalance;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.CpuQuota;
import dev.terra.testbed.os.ProcessRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Agents of two sites, each with a part of a core, that move one shuffle from one site to the other over a link that carries more than all
 * of them.
 */
final class LimitedAgents implements AutoCloseable {
  private static final String PREFIX = "tq-";
  /** More than two cores send. */
  private static final double LINK_BYTES_PER_SECOND = 10e9 / 8;
  private static final TerraSetup SIZE = new TerraSetup(256, 1);
  /** Without a limit: what is compiled then need not be compiled with it. */
  private static final int WARM_UP_SHARE = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final int GATEWAY_MEGABYTES = 64;

  private final Bed bed;
  private int runs;

  /**
   * The agents of each site.
   *
   * @param cores of each
   * @param balance how they divide the shuffle
   */
  record Agents(List<Double> cores, BalanceKind balance) {}

  /** What one run of agents found. */
  interface Look<T> {
    /** Looks at agents that are limited. */
    T at(LimitedAgents agents) throws IOException, InterruptedException;
  }

  LimitedAgents(Consumer<String> progress) {
    this.bed = Bed.up(PairWan.of(LINK_BYTES_PER_SECOND), new Bed.Kind("agents", PREFIX, SIZE), progress);
  }

  /** Starts agents, has them move sizes once without their limits, limits them, looks, and stops them. */
  <T> T with(Agents agents, List<Long> sizes, Look<T> look) throws IOException, InterruptedException {
    bed.testbed().processes().useAgentsPerSite(agents.cores.size());
    new AgentBalance(bed.testbed().directory()).use(agents.balance.word());
    bed.terra().start();
    List<CpuQuota> quotas = new ArrayList<>();
    try {
      seconds(sizes.stream().map(bytes -> bytes / WARM_UP_SHARE).toList());
      for (ProcessRecord process : bed.testbed().state().processes()) {
        numberOf(process, agents.cores.size()).ifPresent(number ->
            quotas.add(CpuQuota.limit(process, "terra-" + process.host() + "-" + process.name(), agents.cores.get(number))));
      }
      return look.at(this);
    } finally {
      quotas.forEach(CpuQuota::close);
      bed.terra().stop();
    }
  }

  private static Optional<Integer> numberOf(ProcessRecord process, int agents) {
    return IntStream.range(0, agents).boxed().filter(number -> process.isAlive() && process.name().equals(Cluster.agentName(number)))
        .findFirst();
  }

  /** Moves transfers of these sizes; the bytes in a second. */
  double bytesPerSecond(List<Long> sizes) throws IOException, InterruptedException {
    return sizes.stream().mapToLong(Long::longValue).sum() / seconds(sizes);
  }

  private double seconds(List<Long> sizes) throws IOException, InterruptedException {
    try (Submission submission = begin(sizes)) {
      return submission.seconds(PATIENCE).get(0);
    }
  }

  private Submission begin(List<Long> sizes) throws IOException {
    String id = "run-" + ++runs;
    return bed.terra().submit(id, PairWan.matrix(id, sizes, PATIENCE));
  }

  /** Moves transfers of these sizes; when each agent delivered its last byte, seconds after the first of all, to a quarter of one. */
  List<Double> ends(List<Long> sizes) throws IOException, InterruptedException {
    SiteId sender = bed.wan().sites().get(0).id();
    String host = bed.testbed().addresses().gateway(sender).name();
    try (HttpGateway gateway = HttpGateway.on(bed.testbed(), host, GATEWAY_MEGABYTES); Submission submission = begin(sizes)) {
      List<String> urls = urls(gateway, sender);
      DeliveryEnds ends = new DeliveryEnds(urls.size());
      while (!submission.await(POLL)) {
        long[] delivered = new long[urls.size()];
        for (int i = 0; i < delivered.length; i++) {
          delivered[i] = delivered(gateway, urls.get(i)).orElse(0L);
        }
        ends.note(delivered, System.nanoTime());
      }
      submission.seconds(PATIENCE);
      return ends.seconds();
    }
  }

  /** Where the agents are that answer: each of the site's processes may carry each slice. */
  private List<String> urls(HttpGateway gateway, SiteId site) throws IOException {
    int all = bed.testbed().processes().agentsPerSite();
    String ip = bed.testbed().addresses().gateway(site).ip();
    List<String> urls = new ArrayList<>();
    for (int number = 0; number < all; number++) {
      for (int slice = 0; slice < all; slice++) {
        String url = FiguresUrl.ofAgent(bed.testbed().directory().root(), site, ip, Cluster.fetchPort(number, slice));
        if (delivered(gateway, url).isPresent()) {
          urls.add(url);
        }
      }
    }
    return urls;
  }

  private static Optional<Long> delivered(HttpGateway gateway, String url) throws IOException {
    return gateway.get(url).map(AgentSnapshot::of)
        .map(agent -> agent.deliveredByPath().values().stream().mapToLong(Long::longValue).sum());
  }

  /** When each of some counters rose last. */
  static final class DeliveryEnds {
    private final long[] last;
    private final long[] ends;
    private long begunNanos;
    private boolean begun;
    private boolean looked;

    DeliveryEnds(int counters) {
      this.last = new long[counters];
      this.ends = new long[counters];
    }

    void note(long[] now, long nanos) {
      boolean rose = looked && IntStream.range(0, now.length).anyMatch(i -> now[i] > last[i]);
      begunNanos = begun ? begunNanos : nanos;
      begun |= rose;
      for (int i = 0; i < now.length; i++) {
        ends[i] = looked && now[i] > last[i] ? nanos : Math.max(ends[i], begunNanos);
        last[i] = now[i];
      }
      looked = true;
    }

    /** The seconds from the look that saw the first rise of any to the last rise of each. */
    List<Double> seconds() {
      return Arrays.stream(ends).mapToObj(nanos -> Math.max(0, nanos - begunNanos) / 1e9).toList();
    }
  }

  @Override
  public void close() {
    bed.close();
  }
}
