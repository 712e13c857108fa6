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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Agents of two sites, each with a part of a core, that move one shuffle from one site to the other over a link that is
 * faster than all of them.
 */
final class LimitedAgents implements AutoCloseable {
  private static final String PREFIX = "tq-";
  /** The rate of the link: more than two cores can send. */
  private static final double LINK_BYTES_PER_SECOND = 10e9 / 8;
  private static final TerraSetup SIZE = new TerraSetup(256, 1);
  /** The divisor of the bytes that are moved before the limit applies, so that Java code is compiled by then. */
  private static final int WARM_UP_SHARE = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final int GATEWAY_MEGABYTES = 64;

  private final Bed bed;
  private int runs;

  /**
   * The agents of each site.
   *
   * @param cores of each agent
   * @param balance how the agents divide the shuffle
   */
  record Agents(List<Double> cores, BalanceKind balance) {}

  /** A measurement of agents that run. */
  interface Look<T> {
    /** Measures agents that are limited. */
    T at(LimitedAgents agents) throws IOException, InterruptedException;
  }

  LimitedAgents(Consumer<String> progress) {
    this.bed = Bed.up(PairWan.of(LINK_BYTES_PER_SECOND), new Bed.Kind("agents", PREFIX, SIZE), progress);
  }

  /**
   * Starts agents, has them move transfers of these sizes once without limits, limits the agents, measures them, and
   * stops them.
   */
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

  /** Moves transfers of these sizes, and returns the bytes/s. */
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

  /**
   * Moves transfers of these sizes. Returns for each agent the bytes that it delivered and the time of its last byte,
   * to a quarter of a second.
   */
  List<Delivered> ends(List<Long> sizes) throws IOException, InterruptedException {
    SiteId sender = bed.wan().sites().get(0).id();
    String host = bed.testbed().addresses().gateway(sender).name();
    try (HttpGateway gateway = HttpGateway.on(bed.testbed(), host, GATEWAY_MEGABYTES)) {
      List<String> urls = urls(gateway, sender);
      DeliveryEnds ends = new DeliveryEnds(urls.size());
      note(ends, gateway, urls); // before the first byte, whose time is measured
      try (Submission submission = begin(sizes)) {
        while (!submission.await(POLL)) {
          note(ends, gateway, urls);
        }
        submission.seconds(PATIENCE);
      }
      note(ends, gateway, urls);
      return ends.delivered();
    }
  }

  /** Reads what each agent has delivered. An agent that does not answer in time is read again at the next call. */
  private static void note(DeliveryEnds ends, HttpGateway gateway, List<String> urls) throws IOException {
    for (int i = 0; i < urls.size(); i++) {
      Optional<Long> delivered = delivered(gateway, urls.get(i));
      if (delivered.isPresent()) {
        ends.note(i, delivered.get(), System.nanoTime());
      }
    }
  }

  /** Returns the URLs of the agents that answer: each of the site's processes may carry each slice. */
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
    return gateway.get(url).map(AgentSnapshot::of).map(AgentSnapshot::deliveredBytes);
  }

  /**
   * The part of a shuffle that an agent delivered.
   *
   * @param bytes that the agent delivered
   * @param endSeconds from the poll that saw the first byte of any agent to the poll that saw this agent's last byte
   */
  record Delivered(long bytes, double endSeconds) {}

  /** How far some counters rose, and when each of them rose last. */
  static final class DeliveryEnds {
    private final List<Counter> counters;
    private OptionalLong begunNanos = OptionalLong.empty();

    /** A counter. Its value at the first poll is the base from which it is counted. */
    private static final class Counter {
      private OptionalLong first = OptionalLong.empty();
      private OptionalLong roseNanos = OptionalLong.empty();
      private long last;

      boolean rises(long now, long nanos) {
        boolean rises = first.isPresent() && now > last;
        first = first.isPresent() ? first : OptionalLong.of(now);
        roseNanos = rises ? OptionalLong.of(nanos) : roseNanos;
        last = now;
        return rises;
      }
    }

    DeliveryEnds(int counters) {
      this.counters = Stream.generate(Counter::new).limit(counters).toList();
    }

    /** Notes the value of a counter at a time. */
    void note(int counter, long now, long nanos) {
      if (counters.get(counter).rises(now, nanos) && begunNanos.isEmpty()) {
        begunNanos = OptionalLong.of(nanos);
      }
    }

    /** Returns the result of each counter. A counter that never rose has an end of 0 s. */
    List<Delivered> delivered() {
      long begun = begunNanos.orElse(0);
      return counters.stream().map(counter ->
          new Delivered(counter.last - counter.first.orElse(0), (counter.roseNanos.orElse(begun) - begun) / 1e9)).toList();
    }
  }

  @Override
  public void close() {
    bed.close();
  }
}
