package dev.terra.lab.agents;

import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.RateOnPath;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerPort;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.turn.Leadership;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import io.netty.channel.DefaultEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * A controller, a second controller that stands by, and the control clients of many sites' agents. It measures how long
 * all agents take to follow a stable schedule after all have joined at once, after the second controller has begun to
 * lead, after a link has been cut, and after the link is back.
 */
final class ControlBench implements AutoCloseable {
  /** The number of sites of a shuffle; all sites where there are fewer. */
  static final int SHUFFLE_SITES = 5;
  private static final int REDUCERS = 6;
  private static final long REDUCER_BYTES = 2_000_000_000;
  private static final long POLL_MILLIS = 10;
  /** If no news arrives for this time, the effects of an event are over. */
  private static final long QUIET_NANOS = 1_500_000_000;
  /**
   * The least time that is waited after an event. A controller may delay its reaction, for example to a link that
   * answers again.
   */
  private static final long LEAST_NANOS = 6_000_000_000L;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final Load load;
  private final Wan wan;
  private final Consumer<String> progress;
  private final List<ScheduledExecutorService> executors = new ArrayList<>();
  private final List<ControllerPort> ports = new ArrayList<>();
  private final DefaultEventLoopGroup loops = new DefaultEventLoopGroup(1);
  private final List<ControlAgent> agents = new ArrayList<>();
  private final ControllerConfig config;
  private ControllerServer leader;

  /** The number of agents of each site, and the number of shuffles that run. */
  record Load(Path topology, int agentsPerSite, int shuffles, int paths, long seed) {}

  /**
   * The effects of one event.
   *
   * @param seconds from the event until the last news arrived at an agent
   * @param bundlesWithRates pairs of an agent and one of its bundles that may send
   */
  record Phase(String name, double seconds, Bytes bytes, int bundlesWithRates) {}

  /**
   * The bytes of all messages but heartbeats, before compression.
   *
   * @param mostToOne the most bytes that one agent received
   */
  record Bytes(long toAgents, long fromAgents, long mostToOne) {}

  ControlBench(Load load, Consumer<String> progress) throws IOException {
    this.load = load;
    this.wan = Topologies.load(load.topology);
    this.progress = progress;
    ControllerConfig usual = ControllerConfig.usual(load.topology.toString(), "127.0.0.1:0");
    this.config = new ControllerConfig(usual.topology(), usual.listen(), usual.policy(), load.paths, usual.planEfficiency(),
        usual.keptForJobs(), usual.leaseMillis()).withAgentsPerSite(load.agentsPerSite);
    int most = settings(1).maxAgents();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    for (int i = 0; i < 2; i++) {
      ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "controller"));
      executors.add(executor);
      ports.add(ControllerPort.open(new ControllerPort.Listening(any, Optional.empty(), most), executor, System::nanoTime));
    }
    leader = ControllerServer.lead(settings(1), ports.get(0));
    makeAgents();
  }

  private ControllerSettings settings(long term) {
    return Settings.of(config, new Leadership(System.nanoTime(), term));
  }

  private void makeAgents() {
    List<InetSocketAddress> controllers = ports.stream().map(port -> (InetSocketAddress) port.address()).toList();
    List<SiteId> sites = wan.sites().stream().map(Site::id).toList();
    Map<SiteId, List<ControlAgent>> bySite = new LinkedHashMap<>();
    for (SiteId site : sites) {
      for (int slice = 0; slice < load.agentsPerSite; slice++) {
        ControlAgent agent = new ControlAgent(site, slice, controllers, loops.next());
        bySite.computeIfAbsent(site, of -> new ArrayList<>()).add(agent);
        agents.add(agent);
      }
    }
    Random random = new Random(load.seed);
    for (int i = 0; i < load.shuffles; i++) {
      produce("job-" + i, sites, bySite, random);
    }
  }

  /** Adds a shuffle between a few sites. Each agent of these sites has a part of it. */
  private void produce(String shuffle, List<SiteId> sites, Map<SiteId, List<ControlAgent>> bySite, Random random) {
    List<SiteId> some = new ArrayList<>(sites);
    Collections.shuffle(some, random);
    int count = Math.min(SHUFFLE_SITES, some.size());
    Map<Integer, String> places = new HashMap<>();
    for (int reducer = 0; reducer < REDUCERS; reducer++) {
      places.put(reducer, some.get(random.nextInt(count)).name());
    }
    for (SiteId site : some.subList(0, count)) {
      for (ControlAgent agent : bySite.get(site)) {
        List<Long> bytes = random.longs(REDUCERS, REDUCER_BYTES / 2, REDUCER_BYTES).boxed().toList();
        agent.produce(shuffle, bytes, places);
      }
    }
  }

  String wanName() {
    return wan.name();
  }

  int agents() {
    return agents.size();
  }

  /** Measures all events, one after the other. */
  List<Phase> run() throws IOException, InterruptedException {
    List<Phase> phases = new ArrayList<>();
    phases.add(phase("join storm", 1, () -> agents.forEach(ControlAgent::join)));
    phases.add(phase("leader change", 2, this::changeLeader));
    LinkId link = busiestLink();
    phases.add(phase("link " + link + " cut", 2, () -> agents.forEach(agent -> agent.link(link, false))));
    phases.add(phase("link " + link + " back", 2, () -> agents.forEach(agent -> agent.link(link, true))));
    return phases;
  }

  private void changeLeader() {
    leader.close();
    leader = ControllerServer.lead(settings(2), ports.get(1));
  }

  private Phase phase(String name, long term, Runnable event) throws IOException, InterruptedException {
    long to = sum(ControlAgent::heardBytes);
    long from = sum(ControlAgent::saidBytes);
    List<Long> each = agents.stream().map(ControlAgent::heardBytes).toList();
    long start = System.nanoTime();
    event.run();
    double seconds = (settled(name, term, start) - start) / 1e9;
    long most = 0;
    for (int i = 0; i < each.size(); i++) {
      most = Math.max(most, agents.get(i).heardBytes() - each.get(i));
    }
    Bytes bytes = new Bytes(sum(ControlAgent::heardBytes) - to, sum(ControlAgent::saidBytes) - from, most);
    Phase phase = new Phase(name, seconds, bytes, agents.stream().mapToInt(agent -> agent.inForce().getBundlesCount()).sum());
    progress.accept(phase.toString());
    return phase;
  }

  private long sum(ToLongFunction<ControlAgent> of) {
    return agents.stream().mapToLong(of).sum();
  }

  /** Waits until all agents follow a term and none has received anything for a while. Returns the time of the last news. */
  private long settled(String name, long term, long start) throws IOException, InterruptedException {
    while (true) {
      long now = System.nanoTime();
      long last = Math.max(start, agents.stream().mapToLong(ControlAgent::lastNewsNanos).max().orElse(start));
      long followers = agents.stream().filter(agent -> agent.followed() == term).count();
      if (followers == agents.size() && now - last >= QUIET_NANOS && now - start >= LEAST_NANOS) {
        return last;
      }
      if (now - start > PATIENCE_NANOS) {
        throw new IOException(name + ": not settled after " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s, " + followers + " of "
            + agents.size() + " agents follow term " + term);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Returns the link that carries the highest sum of rates. */
  private LinkId busiestLink() {
    Map<LinkId, Double> load = new HashMap<>();
    for (ControlAgent agent : agents) {
      for (BundleRates bundle : agent.inForce().getBundlesList()) {
        for (RateOnPath rate : bundle.getRatesList()) {
          List<String> sites = rate.getPath().getSitesList();
          for (int i = 1; i < sites.size(); i++) {
            load.merge(new LinkId(new SiteId(sites.get(i - 1)), new SiteId(sites.get(i))), rate.getBytesPerSecond(), Double::sum);
          }
        }
      }
    }
    return load.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey)
        .orElseThrow(() -> new IllegalStateException("no agent has a rate"));
  }

  @Override
  public void close() {
    agents.forEach(ControlAgent::leave);
    leader.close();
    ports.forEach(ControllerPort::close);
    executors.forEach(ScheduledExecutorService::shutdownNow);
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
