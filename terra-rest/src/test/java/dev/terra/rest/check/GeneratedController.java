package dev.terra.rest.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.api.process.ProductVersion;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.agent.AgentRules;
import dev.terra.controller.core.network.CapacityUse;
import dev.terra.controller.core.network.NetworkSettings;
import dev.terra.controller.core.network.OverlayDriver;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.turn.Leadership;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ClassFigures;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventHistory;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.HandlerFigures;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.OperatorFigures;
import dev.terra.controller.view.ReaderFigures;
import dev.terra.controller.view.RoundFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.SliceFigures;
import dev.terra.controller.view.TermsSource;
import dev.terra.controller.view.TunnelFigures;
import dev.terra.controller.view.ViewFeed;
import dev.terra.controller.view.WorkTotals;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.latency.PathClasses;
import dev.terra.core.latency.PromiseWatch.Verdict;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.view.ResourceUse;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.rest.read.ControllerAccess;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.explain.ScheduledRound;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * A controller of any size with generated views, for tests of the parts that show or serve views at sizes beyond what a machine can
 * run. Its shuffles progress, end and are replaced; its links fail and recover. Nothing is scheduled. One thread calls {@link #stepTo}.
 */
public final class GeneratedController implements ControllerAccess {
  private static final int BUNDLES_PER_SHUFFLE = 3;
  private static final long SHUFFLE_BYTES = 2_000_000_000L;
  private static final double LINK_FAILS_EVERY_SECONDS = 7;
  private static final int HOPS = 2;
  private static final int MOST_ENDED = 300;

  private final Random random;
  private final Wan wan;
  private final Instant startedAt;
  private final ControllerSettings settings;
  private final ViewFeed feed;
  private final Map<ShuffleId, ShuffleFigures> running = new HashMap<>();
  private final Set<LinkId> down = new HashSet<>();
  private final ImmutableSortedMap<SiteId, AgentFigures> agents;
  private ImmutableMap<ShuffleId, ShuffleFigures> ended = ImmutableMap.of();
  private EventHistory events = EventHistory.EMPTY;
  private double lastFailureSeconds;
  private long made;
  private long rounds;

  /**
   * Creates a controller with the given numbers of sites, directed links and shuffles.
   *
   * @param startedAt the time from which the controller's seconds count
   */
  public GeneratedController(int sites, int links, int shuffles, long seed, Instant startedAt) {
    this.random = new Random(seed);
    this.wan = GeneratedWan.of(sites, links, random);
    this.startedAt = startedAt;
    this.settings = settings(wan, seed);
    this.agents = wan.sites().stream().collect(ImmutableSortedMap.toImmutableSortedMap(
        SiteId::compareTo, Site::id, site -> agent(site.id())));
    for (int i = 0; i < shuffles; i++) {
      ShuffleFigures shuffle = shuffle(0);
      running.put(shuffle.id(), shuffle);
    }
    event(0, EventKind.CONTROLLER_STARTED, wan.name(), "generated");
    this.feed = new ViewFeed(view(0));
  }

  private static ControllerSettings settings(Wan wan, long seed) {
    NetworkSettings network = new NetworkSettings(wan, new CapacityUse(0.955, 0.035, true), PathRules.atMost(3),
        (planned, rules) -> new PathSets(planned, rules)::paths, new OverlayDriver());
    SchedulerConfig policy = SchedulerConfig.of(PolicyName.parse("terra-plus"));
    return new ControllerSettings(network, new AgentRules(10_000, Slices.ONE), Leadership.sole(seed),
        (planned, rules) -> new PolicyScheduler(policy, new PathSets(planned, rules)), QueueSettings.NONE);
  }

  private AgentFigures agent(SiteId site) {
    ImmutableList<TunnelFigures> tunnels = wan.linksFrom(site).stream()
        .map(link -> new TunnelFigures(Path.of(ImmutableList.of(site, link.id().to())), true, link.latency().toNanos() / 500, 0, "",
            PathClasses.UNKNOWN))
        .collect(ImmutableList.toImmutableList());
    return new AgentFigures(new AgentId(site, "agent-1"), true, 0, OptionalDouble.empty(), "", tunnels.size(), tunnels,
        ImmutableList.of(handler(site, 1, ""), handler(site, 2, random.nextInt(10) == 0 ? "generated as stock" : "")), 0,
        ImmutableList.of(new SliceFigures(0, "agent-1", true, 0, "", tunnels.size(), 0, ProtocolVersions.CONTROL.newest(),
            ImmutableList.of(), "10.0.0." + wan.indexOf(site) % 256,
            new ResourceUse(40_000_000, 1_000_000_000, 200_000_000, 2_000_000_000, cache(wan.indexOf(site))), null)),
        FetchWaits.NONE.plusFirstByte(0.04).plusFirstByte(0.3).plusLastByte(0.8).plusLastByte(4));
  }

  /** Returns the figures of a site's cache, or null for every third site, which has none. */
  private CacheFigures cache(int site) {
    ImmutableMap<ShuffleId, Long> used = running.keySet().stream().limit(3)
        .collect(ImmutableMap.toImmutableMap(shuffle -> shuffle, shuffle -> 1_000_000L));
    ImmutableMap<ShuffleId, Long> saved = ImmutableMap.of(new ShuffleId("job-00001/stage-1"), 1_000_000L);
    return site % 3 == 2 ? null : new CacheFigures(5_000_000, 64_000_000, 110, 10, 120_000_000, 10_000_000, used, saved,
        ImmutableMap.of("etl", 40_000_000L, "", 24_000_000L), new CacheFigures.Disk(1_000_000, 500_000_000, 9));
  }

  private HandlerFigures handler(SiteId site, int number, String stockReason) {
    return new HandlerFigures(String.format(Locale.ROOT, "10.%d.%d.%d", wan.indexOf(site) / 256, wan.indexOf(site) % 256, number),
        "host-" + number + "." + site, "", ProductVersion.NUMBER, stockReason, 0, 10, 1_000_000, 0, 1_000, 2_000_000, 0);
  }

  private ShuffleFigures shuffle(double nowSeconds) {
    ShuffleId id = new ShuffleId(String.format(Locale.ROOT, "job-%05d/stage-1", ++made));
    ImmutableList.Builder<BundleFigures> bundles = ImmutableList.builder();
    Set<SiteId> sources = new HashSet<>();
    long total = 0;
    while (sources.size() < BUNDLES_PER_SHUFFLE) {
      SiteId from = wan.sites().get(random.nextInt(wan.sites().size())).id();
      if (sources.add(from)) {
        Path path = walk(from);
        long bytes = 1 + (long) (SHUFFLE_BYTES * random.nextDouble());
        total += bytes;
        bundles.add(new BundleFigures(from, path.to(), bytes, 0, 0, 0,
            new BundleFigures.OnLinks(1, 0, 0, ImmutableMap.of(path, bytes / 2)), 0, false,
            random.nextInt(10) == 0 ? ImmutableMap.of() : ImmutableMap.of(path, 1_000_000L + random.nextInt(40_000_000))));
      }
    }
    ShuffleDescriptor unknown = ShuffleDescriptor.unknown(id);
    ShuffleDescriptor descriptor = new ShuffleDescriptor(id, Optional.of("job-" + made / 3), unknown.order(), false,
        new ShuffleDescriptor.Owner(random.nextBoolean() ? "etl" : "adhoc", "user" + random.nextInt(5)));
    return new ShuffleFigures(id, descriptor, placed(descriptor), false, ShuffleTerms.ORDINARY, TermsSource.ORDINARY, Optional.empty(),
        false, Optional.empty(), nowSeconds, OptionalDouble.of(nowSeconds), OptionalDouble.empty(),
        expected(bundles.build(), nowSeconds), total / 1e8, total, 0, 0, 0, bundles.build(), ImmutableList.of(), readers(bundles.build()));
  }

  /** Returns the figures of ten reducers. One runs at the destination of the first bundle, and the others have not begun. */
  private static ReaderFigures readers(List<BundleFigures> bundles) {
    return new ReaderFigures(
        bundles.stream().collect(ImmutableSortedMap.toImmutableSortedMap(
            Comparator.naturalOrder(), BundleFigures::from, BundleFigures::expectedBytes, Long::sum)),
        10, ImmutableSortedMap.of(bundles.get(0).to(), 1));
  }

  private static ImmutableMap<SitePair, Double> expected(List<BundleFigures> bundles, double nowSeconds) {
    return bundles.stream().filter(bundle -> bundle.bytesPerSecond() > 0).collect(ImmutableMap.toImmutableMap(
        bundle -> new SitePair(bundle.from(), bundle.to()),
        bundle -> nowSeconds + bundle.leftBytes() / (double) bundle.bytesPerSecond()));
  }

  /** Returns the owner that YARN has confirmed, which is present for three jobs in four. */
  private Optional<ShuffleDescriptor.Owner> placed(ShuffleDescriptor descriptor) {
    return made / 3 % 4 == 0 ? Optional.empty() : Optional.of(descriptor.owner());
  }

  private Path walk(SiteId from) {
    Set<SiteId> sites = new LinkedHashSet<>(Set.of(from));
    SiteId at = from;
    for (int i = 0; i < HOPS; i++) {
      ImmutableList<Link> links = wan.linksFrom(at);
      SiteId next = links.get(random.nextInt(links.size())).id().to();
      if (sites.add(next)) {
        at = next;
      }
    }
    return Path.of(ImmutableList.copyOf(sites));
  }

  /** Advances to a time, in seconds since the start, and publishes the state at that time. */
  public void stepTo(double nowSeconds) {
    double elapsed = nowSeconds - feed.current().atSeconds();
    Set<ShuffleId> over = new HashSet<>();
    running.replaceAll((id, shuffle) -> progressed(shuffle, elapsed, nowSeconds, over));
    over.forEach(id -> replace(id, nowSeconds));
    if (nowSeconds - lastFailureSeconds >= LINK_FAILS_EVERY_SECONDS) {
      lastFailureSeconds = nowSeconds;
      fail(nowSeconds);
    }
    rounds++;
    feed.publish(view(nowSeconds));
  }

  private ShuffleFigures progressed(ShuffleFigures shuffle, double elapsed, double now, Set<ShuffleId> over) {
    ImmutableList<BundleFigures> bundles = shuffle.bundles().stream().map(bundle -> progressed(bundle, elapsed))
        .collect(ImmutableList.toImmutableList());
    boolean done = bundles.stream().noneMatch(bundle -> bundle.leftBytes() > 0 && !bundle.rates().isEmpty());
    if (done) {
      over.add(shuffle.id());
    }
    return new ShuffleFigures(shuffle.id(), shuffle.descriptor(), shuffle.placed(), false, shuffle.terms(), shuffle.termsFrom(),
        Optional.empty(), done, Optional.empty(), shuffle.arrivalSeconds(), shuffle.startSeconds(),
        done ? OptionalDouble.of(now) : OptionalDouble.empty(), done ? ImmutableMap.of() : expected(bundles, now),
        shuffle.gammaSeconds(), shuffle.producedBytes(), 0, 0, 0, bundles, ImmutableList.of(), shuffle.readers());
  }

  private static BundleFigures progressed(BundleFigures bundle, double elapsed) {
    long done = Math.min(bundle.expectedBytes(), bundle.acknowledgedBytes() + (long) (bundle.bytesPerSecond() * elapsed));
    return new BundleFigures(bundle.from(), bundle.to(), bundle.expectedBytes(), 0, done, 0, bundle.onLinks(), 0, false, bundle.rates());
  }

  private void replace(ShuffleId id, double nowSeconds) {
    ended = ImmutableMap.<ShuffleId, ShuffleFigures>builder()
        .putAll(ended.entrySet().stream().skip(Math.max(0, ended.size() - MOST_ENDED)).toList()).put(id, running.remove(id)).buildOrThrow();
    ShuffleFigures next = shuffle(nowSeconds);
    running.put(next.id(), next);
  }

  private void fail(double nowSeconds) {
    for (LinkId link : Set.copyOf(down)) {
      down.remove(link);
      event(nowSeconds, EventKind.LINK_UP, link.toString(), "its tunnel answers again");
    }
    LinkId link = wan.links().get(random.nextInt(wan.links().size())).id();
    down.add(link);
    event(nowSeconds, EventKind.LINK_DOWN, link.toString(), "generated");
  }

  private void event(double atSeconds, EventKind kind, String target, String detail) {
    events = events.plus(new ControllerEvent(events.lastNumber() + 1, atSeconds, kind, target, detail));
  }

  /** Returns the figures of a promise that is kept, and of a promise for which no fetch was measured. */
  private ImmutableList<ClassFigures> promises() {
    List<SiteId> sites = wan.sites().stream().map(Site::id).toList();
    SitePair there = new SitePair(sites.get(0), sites.get(1));
    LatencyTarget all = new LatencyTarget(LatencyClass.INTERACTIVE, 99.9, 65_536, Duration.ofMillis(400), null);
    LatencyTarget own = new LatencyTarget(LatencyClass.NORMAL, 99, 65_536, Duration.ofSeconds(1), there);
    return ImmutableList.of(new ClassFigures(there, all, .97, new ClassFigures.Counts(970, 30, 969, 20),
        Waits.NONE.plus(.2), Verdict.KEPT, 60),
        new ClassFigures(there, own, 1, new ClassFigures.Counts(5, 0, 0, 0), Waits.NONE, Verdict.UNKNOWN, 0));
  }

  private ControllerView view(double nowSeconds) {
    Map<LinkId, Long> loads = new HashMap<>();
    running.values().forEach(shuffle -> shuffle.bundles().forEach(bundle -> bundle.rates().forEach((path, rate) ->
        path.links().forEach(link -> loads.merge(link, rate, Long::sum)))));
    ImmutableMap.Builder<LinkId, LinkFigures> links = ImmutableMap.builder();
    wan.links().forEach(link -> links.put(link.id(), new LinkFigures(link.id(), !down.contains(link.id()),
        down.contains(link.id()) ? "generated" : "", link.capacity(), Optional.empty(),
        new Bandwidth(Math.min(loads.getOrDefault(link.id(), 0L), link.capacity().bytesPerSecond() * Payload.PLANNED_SHARE)),
        new Bandwidth(Math.min(loads.getOrDefault(link.id(), 0L) / Payload.SHARE, link.capacity().bytesPerSecond())),
        new Bandwidth(0))));
    return new ControllerView(0, wan.name(), nowSeconds, new WorkTotals(nowSeconds, ended.size(), 0),
        new RoundFigures(rounds, rounds, 2, false, false, nowSeconds),
        links.buildOrThrow(), agents, ImmutableSortedMap.copyOf(running), ended,
        new OperatorFigures(settings.network().rules(), ImmutableSet.of(), ImmutableSet.of(), ImmutableSet.of(), ImmutableSet.of(),
            ImmutableList.of()), promises(), events);
  }

  @Override
  public ViewFeed views() {
    return feed;
  }

  @Override
  public ControllerSettings settings() {
    return settings;
  }

  @Override
  public boolean insecure() {
    return false;
  }

  @Override
  public String policy() {
    return "terra-plus";
  }

  @Override
  public Instant startedAt() {
    return startedAt;
  }

  @Override
  public Optional<ScheduledRound> lastRound() {
    return Optional.empty();
  }

  @Override
  public CompletableFuture<ActionFigures> act(OperatorRequest request) {
    return CompletableFuture.failedFuture(new RejectedExecutionException("a generated controller does nothing"));
  }

  @Override
  public CompletableFuture<ActionFigures> undo(long action, String by) {
    return CompletableFuture.failedFuture(new RejectedExecutionException("a generated controller does nothing"));
  }
}
