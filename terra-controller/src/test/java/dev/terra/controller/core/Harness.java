package dev.terra.controller.core;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.CarriedTo;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.HostHello;
import dev.terra.api.v1.KeptClasses;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.RatesInForce;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleBundles;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import dev.terra.controller.StatusMessage;
import dev.terra.controller.core.agent.AgentRules;
import dev.terra.controller.core.network.CapacityUse;
import dev.terra.controller.core.network.NetworkDriver;
import dev.terra.controller.core.network.NetworkEvents;
import dev.terra.controller.core.network.NetworkSettings;
import dev.terra.controller.core.network.OverlayDriver;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.recurring.RecurringSettings;
import dev.terra.controller.core.round.SchedulerSource;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.core.shuffle.ProgressBook;
import dev.terra.controller.core.turn.AgentNews;
import dev.terra.controller.core.turn.Leadership;
import dev.terra.core.balance.BalanceKind;
import dev.terra.core.slice.Slices;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Drives a controller's state on a triangle of sites A, B, C with 1 MB/s links, at times that the test chooses. */
public final class Harness {
  /** The session of all agents. An agent that arrives on another stream has lost its first stream. */
  private static final long SESSION = 7;
  public static final SiteId A = new SiteId("A");
  public static final SiteId B = new SiteId("B");
  public static final SiteId C = new SiteId("C");
  public static final double CAPACITY = 1e6;
  public static final double KEPT_FOR_JOBS = 0.1;
  private static final int LEASE_MILLIS = 10_000;
  /** The length of a lease in beats, which are 500 ms apart. */
  static final int LEASE_TICKS = LEASE_MILLIS / 500;

  /**
   * A scheduler that gives every bundle the same rate on its first path whose links are up. The shuffle {@code waits}, if any, gets no
   * rate.
   */
  public static final class FirstPath implements Scheduler {
    private final PathRules rules;
    public List<ShuffleDemand> lastDemands = List.of();
    public Wan lastWan;
    boolean failing;
    public String waits = "";

    FirstPath(PathRules rules) {
      this.rules = rules;
    }

    @Override
    public Allocation schedule(Wan wan, List<ShuffleDemand> shuffles, double nowSeconds) {
      if (failing) {
        throw new IllegalStateException("no answer");
      }
      lastDemands = List.copyOf(shuffles);
      lastWan = wan;
      ImmutableList.Builder<ShuffleAllocation> all = ImmutableList.builder();
      for (ShuffleDemand shuffle : shuffles) {
        ImmutableList<BundleAllocation> bundles = shuffle.bundles().stream()
            .map(bundle -> new BundleAllocation(bundle, shuffle.id().value().equals(waits) ? ImmutableList.of() : rates(wan, bundle)))
            .collect(ImmutableList.toImmutableList());
        all.add(new ShuffleAllocation(shuffle.id(), 3, true, Optional.empty(), bundles));
      }
      return new Allocation("first-path", all.build());
    }

    private ImmutableList<PathRate> rates(Wan wan, BundleDemand bundle) {
      return paths(bundle.from(), bundle.to(), rules).stream()
          .filter(path -> path.links().stream().allMatch(link -> wan.link(link).isPresent()))
          .limit(1).map(path -> new PathRate(path, CAPACITY / 8, 0)).collect(ImmutableList.toImmutableList());
    }
  }

  public final List<ControllerMessage> sent = new ArrayList<>();
  final Map<Long, List<ControllerMessage>> sentTo = new TreeMap<>();
  final List<String> ends = new ArrayList<>();
  /** The rates that each stream's agent has after it has applied the epochs that it was sent: bundle -> path -> rate. */
  final Map<Long, Map<String, Map<String, Double>>> believed = new LinkedHashMap<>();
  public final ControllerState state;
  public FirstPath scheduler;
  public long nowNanos;

  public Harness() {
    this(new OverlayDriver());
  }

  /** Creates a controller that has been elected. */
  public Harness(Leadership leadership) {
    state = new ControllerState(settings(new OverlayDriver(), (planned, rules) -> {
      scheduler = new FirstPath(rules);
      return scheduler;
    }, QueueSettings.NONE, leadership));
  }

  /** Creates a controller with another driver, by which tunnels follow their paths. */
  public Harness(NetworkDriver driver) {
    state = new ControllerState(settings(driver, (planned, rules) -> {
      scheduler = new FirstPath(rules);
      return scheduler;
    }, QueueSettings.NONE));
  }

  /** Creates a controller that is configured with other rules for paths. */
  public Harness(NetworkDriver driver, PathRules configured) {
    NetworkSettings usual = network(driver);
    NetworkSettings network = new NetworkSettings(usual.wan(), usual.use(), configured, usual.paths(), driver);
    state = new ControllerState(new ControllerSettings(network, new AgentRules(LEASE_MILLIS, Slices.ONE), Leadership.sole(77),
        (planned, rules) -> {
          scheduler = new FirstPath(rules);
          return scheduler;
        }, QueueSettings.NONE));
  }

  /** Creates a controller with the scheduler of a policy, and with terms of queues. */
  public Harness(PolicyName policy, Map<String, PartialTerms> queues) {
    this(policy, QueueSettings.claimed(queues));
  }

  /** Creates a controller with the scheduler of a policy, and with queues that YARN may have to confirm. */
  public Harness(PolicyName policy, QueueSettings queues) {
    state = new ControllerState(settings(new OverlayDriver(),
        (planned, rules) -> new PolicyScheduler(SchedulerConfig.of(policy), new PathSets(planned, rules)), queues));
  }

  /** Creates a controller with the scheduler of a policy, and with recurring jobs, for which it learns from run to run. */
  public Harness(PolicyName policy, QueueSettings queues, RecurringSettings recurring) {
    ControllerSettings.Planning planning = new ControllerSettings.Planning(
        (planned, rules) -> new PolicyScheduler(SchedulerConfig.of(policy), new PathSets(planned, rules)), recurring);
    state = new ControllerState(new ControllerSettings(network(new OverlayDriver()), new AgentRules(LEASE_MILLIS, Slices.ONE),
        Leadership.sole(77), planning, queues));
  }

  /** Creates a controller with several agents for each site. */
  public Harness(Slices slices) {
    this(new AgentRules(LEASE_MILLIS, slices));
  }

  /** Creates a controller with several agents for each site, among which a policy divides submitted shuffles. */
  public Harness(Slices slices, BalanceKind balance) {
    this(new AgentRules(LEASE_MILLIS, slices, balance));
  }

  private Harness(AgentRules agents) {
    state = new ControllerState(new ControllerSettings(network(new OverlayDriver()), agents,
        Leadership.sole(77), (planned, rules) -> {
          scheduler = new FirstPath(rules);
          return scheduler;
        }, QueueSettings.NONE));
  }

  private static ControllerSettings settings(NetworkDriver driver, SchedulerSource schedulers, QueueSettings queues) {
    return settings(driver, schedulers, queues, Leadership.sole(77));
  }

  private static NetworkSettings network(NetworkDriver driver) {
    return new NetworkSettings(wan(), new CapacityUse(1.0, KEPT_FOR_JOBS, true), PathRules.defaults(),
        (planned, rules) -> (from, to) -> paths(from, to, rules), driver);
  }

  private static ControllerSettings settings(
      NetworkDriver driver, SchedulerSource schedulers, QueueSettings queues, Leadership leadership) {
    return new ControllerSettings(network(driver), new AgentRules(LEASE_MILLIS, Slices.ONE), leadership, schedulers, queues);
  }

  public static Wan wan() {
    List<Link> links = new ArrayList<>();
    for (List<String> ends : List.of(List.of("A", "B"), List.of("A", "C"), List.of("B", "C"))) {
      LinkId id = LinkId.of(ends.get(0), ends.get(1));
      for (LinkId direction : List.of(id, id.reversed())) {
        links.add(new Link(direction, new Bandwidth(CAPACITY), Duration.ofMillis(1),
            OptionalDouble.of(ends.equals(List.of("A", "B")) ? 0.09 : 0.02)));
      }
    }
    return new Wan("triangle", List.of(Site.of("A"), Site.of("B"), Site.of("C")), links);
  }

  public static List<Path> paths(SiteId from, SiteId to, PathRules rules) {
    return paths(from, to).stream()
        .filter(path -> !rules.forbiddenPaths().contains(path) && path.links().stream().noneMatch(rules.forbiddenLinks()::contains))
        .limit(rules.maxPaths()).toList();
  }

  private static List<Path> paths(SiteId from, SiteId to) {
    SiteId via = List.of(A, B, C).stream().filter(site -> !site.equals(from) && !site.equals(to)).findFirst().orElseThrow();
    return List.of(Path.of(List.of(from, to)), Path.of(List.of(from, via, to)));
  }

  public Harness at(double seconds) {
    nowNanos = Math.round(seconds * 1e9);
    return this;
  }

  public void say(long stream, AgentReport.Builder report) {
    state.handle(stream, report.build(), nowNanos);
    collect();
  }

  public void hello(long stream, String site) {
    hello(stream, site, site + "-gw");
  }

  public void hello(long stream, String site, String agent) {
    hello(stream, site, agent, 0);
  }

  /** Sends the hello of an agent that was started again, or of another agent of the same name. */
  public void hello(long stream, AgentId agent, long session, String from) {
    say(stream, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(2).setSite(agent.site().name())
        .setAgent(agent.name()).setSession(session).setFrom(from)));
  }

  public void hello(long stream, String site, String agent, int slice) {
    believed.remove(stream);
    say(stream, AgentReport.newBuilder().setHello(AgentHello.newBuilder()
        .setProtocolVersion(2).setSite(site).setAgent(agent).setSession(SESSION).setSlice(slice)));
  }

  /** Reports which slices a process carries, at a site that several processes share. */
  void host(long stream, String site, String agent, Integer... held) {
    say(stream, AgentReport.newBuilder().setHost(HostHello.newBuilder()
        .setProtocolVersion(2).setSite(site).setAgent(agent).setSession(SESSION).addAllHeld(Arrays.asList(held))));
  }

  public void helloAll() {
    hello(1, "A");
    hello(2, "B");
    hello(3, "C");
  }

  public void alive(long stream) {
    say(stream, AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()));
  }

  void describe(long stream, String shuffle, String group) {
    say(stream, AgentReport.newBuilder().setDescription(
        ShuffleDescription.newBuilder().setShuffle(shuffle).setGroup(group).setOrder(ReadersOrder.IN_ORDER)));
  }

  void describeBroadcast(long stream, String shuffle) {
    say(stream, AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(shuffle)
        .setOrder(ReadersOrder.IN_ORDER).setBroadcast(true)));
  }

  /** Reports a broadcast's bytes by partition, and the bytes for readers after the first one at each site. */
  void broadcast(long stream, String shuffle, Map<String, Long> furtherBytes, Long... bytes) {
    say(stream, AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle(shuffle)
        .addAllBytesByReducer(Arrays.asList(bytes)).putAllFurtherBytes(furtherBytes)));
  }

  void readAt(long stream, String shuffle, String... sites) {
    say(stream, AgentReport.newBuilder().setPlacement(
        PlacementReport.newBuilder().setShuffle(shuffle).addAllReadingSites(Arrays.asList(sites))));
  }

  public void produced(long stream, String shuffle, Long... bytes) {
    say(stream, AgentReport.newBuilder().setShuffle(
        ShuffleReport.newBuilder().setShuffle(shuffle).addAllBytesByReducer(Arrays.asList(bytes))));
  }

  void onDemand(long stream, String shuffle, Long... bytes) {
    say(stream, AgentReport.newBuilder().setShuffle(
        ShuffleReport.newBuilder().setShuffle(shuffle).addAllBytesByReducer(Arrays.asList(bytes)).setOnDemand(true)));
  }

  void carried(long stream, String shuffle, List<String> to, Long... bytes) {
    say(stream, AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle(shuffle)
        .addAllBytesByReducer(Arrays.asList(bytes)).setCarriedTo(CarriedTo.newBuilder().addAllSites(to))));
  }

  public void placed(long stream, String shuffle, int reducer, String site) {
    say(stream, AgentReport.newBuilder().setPlacement(
        PlacementReport.newBuilder().setShuffle(shuffle).putSiteByReducer(reducer, site)));
  }

  public void progress(long stream, String shuffle, String to, long acknowledged, long withdrawn, long requested) {
    progress(stream, shuffle, to, new ProgressBook.Done(acknowledged, withdrawn, requested));
  }

  public void progress(long stream, String shuffle, String to, ProgressBook.Done done) {
    say(stream, AgentReport.newBuilder().setProgress(BundleProgress.newBuilder().setShuffle(shuffle).setTo(to)
        .setAcknowledgedBytes(done.acknowledged()).setWithdrawnBytes(done.withdrawn()).setRequestedOutstandingBytes(done.requested())
        .setUnderWayBytes(done.underWay()).setOutstandingBytes(done.sender().outstanding())
        .setWirePermille((int) (1_000 * done.sender().wireShare())).setSavedBytes(done.sender().savedBytes())
        .setCompressMicros(done.sender().compressMicros())));
  }

  void restored(long stream, String shuffle, long micros) {
    say(stream, AgentReport.newBuilder().setBundles(ShuffleBundles.newBuilder().setShuffle(shuffle).setRestoreMicros(micros)));
  }

  public void tunnel(long stream, boolean up, String... sites) {
    say(stream, AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder()
        .setPath(WanPath.newBuilder().addAllSites(List.of(sites))).setUp(up).setReason(up ? "" : "no answer")));
  }

  /** Reports that a tunnel of one link is up, and whether its agent has found that the link's network keeps latency classes. */
  public void classes(long stream, KeptClasses found, String from, String to) {
    say(stream, AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder()
        .setPath(WanPath.newBuilder().addSites(from).addSites(to)).setUp(true).setClasses(found)));
  }

  /** Reports that an agent has sent all its reports, and follows the given rates of one bundle. Paths are written A-C-B. */
  void allTold(long stream, String shuffle, String to, Map<String, Double> rates) {
    BundleRates.Builder bundle = BundleRates.newBuilder().setShuffle(shuffle).setTo(to);
    rates.forEach((path, rate) -> bundle.addRates(RateOnPath.newBuilder().setBytesPerSecond(rate)
        .setPath(WanPath.newBuilder().addAllSites(List.of(path.split("-"))))));
    say(stream, AgentReport.newBuilder().setAllTold(RatesInForce.newBuilder().addBundles(bundle)));
  }

  /** Reports that an agent has sent all its reports, and follows no rates. */
  void allTold(long stream) {
    say(stream, AgentReport.newBuilder().setAllTold(RatesInForce.getDefaultInstance()));
  }

  public void ended(long stream, String shuffle) {
    say(stream, AgentReport.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(shuffle)));
  }

  /** Applies an event of the network. The resulting messages reach the agents at once. */
  public void network(Consumer<NetworkEvents> event) {
    event.accept(state.network());
    collect();
  }

  public void tick() {
    state.tick(nowNanos);
    collect();
  }

  public void round() {
    state.runRound(nowNanos);
    collect();
  }

  private void collect() {
    for (AgentNews outgoing : state.drainOutbox()) {
      outgoing.command().ifPresentOrElse(command -> {
        sent.add(command);
        sentTo.computeIfAbsent(outgoing.stream(), s -> new ArrayList<>()).add(command);
        if (command.hasEpoch()) {
          apply(believed.computeIfAbsent(outgoing.stream(), s -> new TreeMap<>()), command.getEpoch());
        }
      }, () -> ends.add(outgoing.stream() + ": " + outgoing.reason()));
    }
  }

  private static void apply(Map<String, Map<String, Double>> rates, Epoch epoch) {
    if (epoch.getFull()) {
      rates.clear();
    }
    epoch.getRemovedList().forEach(removed -> rates.remove(removed.getShuffle() + ">" + removed.getTo()));
    epoch.getBundlesList().forEach(bundle -> {
      Map<String, Double> byPath = new TreeMap<>();
      bundle.getRatesList().forEach(rate ->
          byPath.put(String.join("-", rate.getPath().getSitesList()), rate.getBytesPerSecond()));
      rates.put(bundle.getShuffle() + ">" + bundle.getTo(), byPath);
    });
  }

  public List<ControllerMessage> to(long stream) {
    return sentTo.getOrDefault(stream, List.of());
  }

  public Map<String, Map<String, Double>> ratesOf(long stream) {
    return believed.getOrDefault(stream, Map.of());
  }

  public Status status() {
    return StatusMessage.of(state.view(nowNanos), true, false);
  }

  public List<String> events(String what) {
    return status().getEventsList().stream()
        .filter(event -> event.getWhat().equals(what)).map(event -> event.getTarget() + " | " + event.getDetail()).toList();
  }

  /** Returns the remaining bytes in the scheduler's latest input, by shuffle and pair of sites. */
  public Map<String, Double> demands() {
    Map<String, Double> demands = new TreeMap<>();
    scheduler.lastDemands.forEach(shuffle -> shuffle.bundles().forEach(bundle ->
        demands.put(shuffle.id() + ":" + bundle.from() + bundle.to(), bundle.bytes())));
    return demands;
  }
}
