package dev.terra.controller.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.api.v1.ProbeReport;
import dev.terra.controller.core.network.NetworkDriver;
import dev.terra.controller.core.network.NetworkFigures;
import dev.terra.controller.core.network.NetworkHost;
import dev.terra.controller.core.network.NoRoom;
import dev.terra.controller.core.network.TransportEndpoint;
import dev.terra.controller.view.EventKind;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.onos.FlowCodec;
import dev.terra.network.onos.LinkWatch;
import dev.terra.network.onos.OnosClient;
import dev.terra.network.onos.OnosCounters;
import dev.terra.network.onos.OnosException;
import dev.terra.network.onos.OnosFlow;
import dev.terra.network.onos.RuleKeeper;
import dev.terra.network.onos.SwitchGroups;
import dev.terra.network.onos.Switches;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleMatch;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives a network in which switches carry tunnels from end to end, by rules that ONOS installs. All that waits for ONOS happens on a
 * thread of its own. The driver answers the controller from what that thread published last. A tunnel that lacks some of its rules is
 * planned as in an overlay. While ONOS cannot be reached, switches keep their rules, and nothing changes.
 */
public final class SdwanDriver implements NetworkDriver {
  private static final Logger LOG = LoggerFactory.getLogger(SdwanDriver.class);
  private static final String SOURCE = "ONOS";
  /** The most tunnels that one event names, so that its text stays readable. */
  private static final int TUNNELS_IN_EVENT = 5;
  private static final long CLOSE_SECONDS = 5;

  private final Settings settings;
  private final OnosClient client;
  private final RoutedTunnels tunnels;
  private final RouteBook book;
  private final RuleKeeper keeper;
  private final LinkWatch links = new LinkWatch();
  private final LongSupplier ticker;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "network"));
  private volatile ImmutableMap<Path, TransportEndpoint> endpoints = ImmutableMap.of();
  private volatile NetworkFigures figures = new NetworkFigures("sdwan", ImmutableMap.of(), ImmutableMap.of(),
      "ONOS has not been queried yet");
  private final List<Periodic> looks = new CopyOnWriteArrayList<>();
  private final Guard guard = new Guard("a check of the network", LOG::error);
  /** The driver's host. It is set by {@link #begin}, which is called first. */
  @SuppressWarnings("NullAway.Init")
  private NetworkHost host;
  private boolean answers = true;

  /**
   * The settings of the driver.
   *
   * @param switches the sites' switches
   * @param tunnels the ends of tunnels
   * @param rules how routes become rules
   * @param limit how many rules switches have room for
   * @param times how often ONOS is queried, and how long rules and refusals last
   */
  record Settings(Switches switches, RoutedTunnels tunnels, RuleKeeper.Settings rules, RuleLimit limit, Times times) {}

  /**
   * Durations of the driver's work.
   *
   * @param pollMillis the time between two readings of links
   * @param reconcileMillis the time between two readings of rules and ports
   * @param retries when refused rules are tried again
   */
  record Times(long pollMillis, long reconcileMillis, RouteBook.Retries retries) {}

  SdwanDriver(OnosClient client, Settings settings, LongSupplier ticker) {
    this.settings = settings;
    this.client = client;
    this.tunnels = settings.tunnels;
    this.ticker = ticker;
    this.book = new RouteBook(settings.rules.leavingNanos(), settings.times.retries);
    this.keeper = new RuleKeeper(client, settings.switches, book, settings.rules);
  }

  @Override
  public Optional<TransportEndpoint> connectTo(Path tunnel) {
    return Optional.ofNullable(endpoints.get(tunnel));
  }

  @Override
  public void begin(NetworkHost to) {
    submit(() -> host = to);
    looks.add(regularly(this::lookAtRules, settings.times.reconcileMillis));
    looks.add(regularly(this::lookAtLinks, settings.times.pollMillis));
  }

  private Periodic regularly(Look look, long millis) {
    return Periodic.every(executor, millis, TimeUnit.MILLISECONDS, guard, () -> guarded(look));
  }

  @Override
  public Optional<NoRoom> noRoom(Supplier<Collection<Path>> before, Supplier<Collection<Path>> then) {
    return settings.limit.noRoom(before, then);
  }

  @Override
  public void plan(Collection<Path> paths) {
    List<Path> planned = List.copyOf(paths);
    submit(() -> {
      book.plan(planned, ticker.getAsLong());
      guarded(this::lookAtRules);
      guarded(this::lookAtLinks);
    });
  }

  private void submit(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("a plan came after the driver ended");
    }
  }

  /** A task that waits for ONOS. */
  private interface Look {
    void run() throws OnosException;
  }

  private void guarded(Look look) {
    try {
      look.run();
      if (!answers) {
        answers = true;
        host.event(EventKind.NETWORK_ANSWERS, SOURCE, client + " answers again");
      }
    } catch (OnosException e) {
      unanswered(Failures.inWords(e));
    } catch (RuntimeException e) {
      LOG.error("a check of the network failed; the next one follows", e);
    }
  }

  private void unanswered(String why) {
    figures = new NetworkFigures(figures.mode(), figures.tunnels(), figures.switches(), why);
    if (answers && host != null) {
      answers = false;
      host.event(EventKind.NETWORK_PROBLEM, SOURCE, why + "; tunnels with rules stay as they are, and agents relay the others");
    }
  }

  private void lookAtLinks() throws OnosException {
    links.see(client.links(), keeper.switches()).forEach((link, up) -> host.linkReported(link, up, SOURCE));
  }

  private void lookAtRules() throws OnosException {
    publish(keeper.pass(ticker.getAsLong()));
    Map<LinkId, Long> sent = new TreeMap<>();
    for (OnosCounters port : client.portCounters()) {
      keeper.switches().link(port.device(), port.port()).ifPresent(link -> sent.put(link, port.sentBytes()));
    }
    host.portCounters(sent);
  }

  private void publish(RuleKeeper.Outcome outcome) {
    ImmutableMap<Path, TransportEndpoint> now = tunnels.endpoints(outcome.usable());
    boolean moved = !now.equals(endpoints);
    endpoints = now;
    Map<Path, Route> planned = keeper.planned();
    figures = new NetworkFigures("sdwan", RoutedTunnels.figures(planned, outcome.usable(), book.refused()), switches(outcome), "");
    if (moved) {
      host.tunnelsMoved();
      host.event(EventKind.ROUTES_CHANGED, SOURCE, now.size() + " of " + planned.size() + " tunnels have all their rules; "
          + outcome.rules().values().stream().mapToInt(rules -> rules).sum() + " rules, at most "
          + outcome.rules().values().stream().mapToInt(rules -> rules).max().orElse(0) + " in a switch");
    }
    outcome.problems().stream().collect(Collectors.groupingBy(RuleKeeper.Problem::why)).forEach(this::refused);
  }

  private static ImmutableMap<SiteId, NetworkFigures.SwitchFigures> switches(RuleKeeper.Outcome outcome) {
    ImmutableMap.Builder<SiteId, NetworkFigures.SwitchFigures> switches = ImmutableMap.builder();
    outcome.rules().forEach((site, rules) -> {
      SwitchGroups groups = outcome.groups().getOrDefault(site, SwitchGroups.NONE);
      switches.put(site, new NetworkFigures.SwitchFigures(
          rules, outcome.counts().queued().getOrDefault(site, 0), groups.count(), groups.problem()));
    });
    return switches.buildOrThrow();
  }

  private void refused(String why, List<RuleKeeper.Problem> problems) {
    List<String> names = problems.stream().limit(TUNNELS_IN_EVENT).map(problem -> problem.tunnel().toString()).toList();
    String more = problems.size() > names.size() ? " and " + (problems.size() - names.size()) + " others" : "";
    host.event(EventKind.ROUTE_REFUSED, String.join(", ", names) + more,
        why + "; agents relay them, and the controller tries again, at least every "
        + TimeUnit.NANOSECONDS.toSeconds(settings.times.retries.mostNanos()) + " s");
  }

  @Override
  public Map<SiteId, Map<RuleMatch, Long>> packets(Map<SiteId, ProbeReport> reports) {
    try {
      FlowCodec codec = keeper.codec();
      Map<SiteId, Map<RuleMatch, Long>> packets = new TreeMap<>();
      for (OnosFlow flow : client.flows()) {
        codec.decode(flow).ifPresent(rule -> packets.computeIfAbsent(rule.site(), site -> new HashMap<>())
            .merge(rule.match().withAnyMark(), flow.packets(), Long::sum));
      }
      return packets;
    } catch (OnosException e) {
      throw new IllegalStateException(Failures.inWords(e), e);
    }
  }

  @Override
  public NetworkFigures figures() {
    return figures;
  }

  @Override
  public void close() {
    looks.forEach(Periodic::cancel);
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("the network driver did not end within {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
