package dev.terra.network.onos;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.ClassQueues;
import dev.terra.network.rules.Hop;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompiler;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.SwitchTable;
import dev.terra.network.rules.TableChange;
import dev.terra.network.rules.TunnelPorts;
import dev.terra.network.rules.Walk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rules in ONOS equal to the wanted ones. A pass reads the present rules, installs missing rules, removes rules of Terra's
 * application that are not wanted, and returns the usable routes: those whose packets keep to their paths under the accepted rules. A pass
 * does not rely on earlier passes, so that the next pass repairs whatever other programs do to Terra's rules.
 *
 * <p>ONOS reports that a switch has a rule only after it has polled the switch, seconds later. Therefore a waiting rule counts as accepted
 * for a while, except for a route that was refused before. While any rule is refused, no rule is removed, since the rules to remove may
 * still carry tunnels. It is not thread-safe.
 */
public final class RuleKeeper {
  /** The time after which a rule that still waits is installed once more. It may have been removed from the switch by hand. */
  private static final long REPEAT_NANOS = 3_000_000_000L;

  private final OnosClient client;
  private final TunnelPorts ports;
  private final RuleCompiler compiler;
  private final @Nullable ClassQueues queues;
  private final RouteBook book;
  private final long leavingNanos;
  private final Map<String, Long> waitingSince = new HashMap<>();
  private final AstrayRoutes astray = new AstrayRoutes();
  private final GroupKeeper groups;
  private final Set<String> foundAtStart = new HashSet<>();
  private volatile Switches switches;
  private volatile FlowCodec codec;
  private @Nullable Long startNanos;
  private List<Route> compiledRoutes = List.of();
  private Map<SiteId, SwitchTable> compiledTables = Map.of();

  /**
   * The settings of a keeper, which determine the rules.
   *
   * @param queues the queues to which packets are sent; null for none
   */
  public record Settings(TunnelPorts ports, RuleCompiler compiler, long leavingNanos, @Nullable ClassQueues queues) {
    /** Creates settings whose rules send packets to no queues. */
    public Settings(TunnelPorts ports, RuleCompiler compiler, long leavingNanos) {
      this(ports, compiler, leavingNanos, null);
    }
  }

  /**
   * A route that cannot be installed.
   *
   * @param site the site of the switch that refuses
   * @param why the reason, with the name of the switch
   */
  public record Problem(Path tunnel, SiteId site, String why) {}

  /**
   * The result of a pass.
   *
   * @param usable the routes whose packets keep to their paths
   * @param counts the numbers of rules
   * @param groups the groups of each switch, for switches that have or should have any
   * @param problems the routes that this pass has found to be refused and that were not refused for the same reason before
   * @param mended the number of rules that were installed or removed
   */
  public record Outcome(ImmutableMap<Path, Route> usable, Counts counts, ImmutableMap<SiteId, SwitchGroups> groups,
      ImmutableList<Problem> problems, int mended) {
    /** Returns how many of Terra's rules each switch has. */
    public ImmutableMap<SiteId, Integer> rules() {
      return counts.rules;
    }
  }

  /**
   * The numbers of rules.
   *
   * @param rules the number of Terra's rules in each switch
   * @param queued the number of these that send packets to the right queues, for switches that have any
   */
  public record Counts(ImmutableMap<SiteId, Integer> rules, ImmutableMap<SiteId, Integer> queued) {}

  /** Creates a keeper of the routes of a book. */
  public RuleKeeper(OnosClient client, Switches switches, RouteBook book, Settings settings) {
    this.client = client;
    this.switches = switches;
    this.book = book;
    this.ports = settings.ports;
    this.compiler = settings.compiler;
    this.leavingNanos = settings.leavingNanos;
    this.groups = new GroupKeeper(client);
    this.queues = settings.queues;
    this.codec = new FlowCodec(switches, ports, InstalledGroups.NONE, queues);
  }

  /** Returns the switches, with the ports that ONOS has found. */
  public Switches switches() {
    return switches;
  }

  /** Returns the codec with the switches and groups of the last pass. It may be called from any thread. */
  public FlowCodec codec() {
    return codec;
  }

  /** Returns the routes of planned paths, usable or not. */
  public ImmutableMap<Path, Route> planned() {
    return book.planned();
  }

  /**
   * Makes a pass.
   *
   * @throws OnosException if ONOS cannot be reached; then it is not known what has changed
   */
  public Outcome pass(long nowNanos) throws OnosException {
    switches = switches.completedBy(client.links());
    astray.retain(book.planned().keySet());
    Map<SiteId, AstrayRoutes.Condition> conditions = conditions();
    tryWhatHasChanged(conditions);
    Map<SiteId, SwitchTable> wanted = tables(book.wanted(nowNanos));
    GroupCodec groupCodec = new GroupCodec(switches, client.application());
    groups.look(groupCodec, wanted, nowNanos);
    codec = new FlowCodec(switches, ports, groups.known(), queues);
    Found found = look(nowNanos);
    RuleChanges changes = new RuleChanges(client, codec);
    int mended = mend(changes, found, wanted, nowNanos);
    Found after = mended == 0 ? found : look(nowNanos);
    groups.tend(groupCodec, after.flows, nowNanos);
    return judge(new Evidence(after, wanted, changes, conditions), mended, nowNanos);
  }

  /** Returns the tables of routes. They are compiled only when routes have changed, since there are many tables and many passes. */
  private Map<SiteId, SwitchTable> tables(List<Route> routes) {
    if (!routes.equals(compiledRoutes)) {
      compiledRoutes = routes;
      compiledTables = compiler.compile(routes);
    }
    return compiledTables;
  }

  /** Returns the conditions of switches. ONOS is queried for them only if something is wrong with a route. */
  private Map<SiteId, AstrayRoutes.Condition> conditions() throws OnosException {
    Map<String, Boolean> available = new HashMap<>();
    if (!astray.isEmpty()) {
      client.devices().forEach(device -> available.put(device.id(), device.available()));
    }
    Map<SiteId, AstrayRoutes.Condition> conditions = new HashMap<>();
    switches.sites().forEach((site, place) -> conditions.put(site,
        new AstrayRoutes.Condition(Optional.ofNullable(available.get(place.device())), place.ports().keySet())));
    return conditions;
  }

  private void tryWhatHasChanged(Map<SiteId, AstrayRoutes.Condition> conditions) {
    book.tryAgain(path -> astray.hasChanged(path, conditions));
    book.planned().keySet().forEach(path -> astray.noted(path, conditions));
  }

  private Found look(long nowNanos) throws OnosException {
    List<OnosFlow> flows = client.flows();
    Found found = new Found(flows);
    if (startNanos == null) {
      startNanos = nowNanos;
      flows.forEach(flow -> foundAtStart.add(flow.device() + flow.id()));
    }
    Set<String> waiting = new HashSet<>();
    for (OnosFlow flow : flows) {
      String id = flow.device() + flow.id();
      if (flow.isAdded()) {
        waitingSince.remove(id);
      } else {
        waitingSince.putIfAbsent(id, nowNanos);
        waiting.add(id);
      }
      found.add(codec.decode(flow).orElse(null), flow, nowNanos - waitingSince.getOrDefault(id, nowNanos));
    }
    waitingSince.keySet().retainAll(waiting);
    return found;
  }

  private int mend(RuleChanges changes, Found found, Map<SiteId, SwitchTable> wanted, long nowNanos) throws OnosException {
    List<RuleChanges.Rule> come = new ArrayList<>();
    List<FlowCodec.Installed> go = new ArrayList<>();
    Set<SiteId> sites = new HashSet<>(wanted.keySet());
    sites.addAll(found.present.keySet());
    for (SiteId site : sites) {
      Map<RuleMatch, Hop> to = wanted.containsKey(site) ? wanted.get(site).hops(hop -> groups.isAccepted(site, hop)) : Map.of();
      for (TableChange.Step<Hop> step : TableChange.between(found.present(site), to)) {
        if (step.add()) {
          come.add(new RuleChanges.Rule(site, step.match(), step.next()));
        } else {
          go.add(found.installed.get(new Found.Place(site, step.match())));
        }
      }
    }
    go.removeIf(rule -> isKeptFromBefore(rule.flow(), nowNanos));
    changes.add(come);
    boolean refused = !changes.refused().isEmpty();
    if (!refused) {
      changes.remove(go, found.strays);
    }
    return come.size() + (refused ? 0 : go.size() + found.strays.size());
  }

  /**
   * Returns whether a rule of an earlier controller is kept. It may carry connections that agents keep open until they receive the new
   * plan.
   */
  private boolean isKeptFromBefore(OnosFlow flow, long nowNanos) {
    return startNanos != null && nowNanos - startNanos < leavingNanos && foundAtStart.contains(flow.device() + flow.id());
  }

  /** The evidence of a pass, by which routes are judged. */
  private record Evidence(
      Found found, Map<SiteId, SwitchTable> wanted, RuleChanges changes, Map<SiteId, AstrayRoutes.Condition> conditions) {}

  private Outcome judge(Evidence evidence, int mended, long nowNanos) {
    ImmutableMap.Builder<Path, Route> usable = ImmutableMap.builder();
    ImmutableList.Builder<Problem> problems = ImmutableList.builder();
    Map<SiteId, SwitchTable> accepted = evidence.found.tables(age -> age < AstrayRoutes.PENDING_NANOS);
    Map<SiteId, SwitchTable> added = evidence.found.tables(age -> false);
    Set<Path> leftOut = book.refused().keySet();
    book.planned().forEach((path, route) -> {
      if (leftOut.contains(path)) {
        return;
      }
      Walk.check(route, astray.isDoubted(path) ? added : accepted).ifPresentOrElse(
          stray -> problem(route, stray.at(), evidence, nowNanos).ifPresent(problems::add),
          () -> {
            usable.put(path, route);
            astray.found(path);
            book.accepted(path);
          });
    });
    return new Outcome(usable.buildOrThrow(), new Counts(evidence.found.sizes(rule -> true),
        evidence.found.sizes(rule -> rule.queue() == FlowCodec.Queue.RIGHT)), groups.figures(), problems.build(), mended);
  }

  /** Returns the problem of a route if it is given up and this was not reported before. */
  private Optional<Problem> problem(Route route, SiteId at, Evidence evidence, long nowNanos) {
    Optional<String> refused = Optional.ofNullable(evidence.wanted.get(at)).flatMap(table ->
        table.next().keySet().stream().flatMap(match -> evidence.changes.refused(at, match).stream()).findFirst());
    AstrayRoutes.Finding finding = new AstrayRoutes.Finding(route.path(), at, refused, evidence.found.states(at),
        evidence.conditions.getOrDefault(at, AstrayRoutes.Condition.UNKNOWN));
    return astray.judge(finding, nowNanos)
        .map(why -> "the switch of " + at + " (" + switches.place(at).device() + "): " + why)
        .filter(why -> book.refuse(route.path(), why, nowNanos))
        .map(why -> new Problem(route.path(), at, why));
  }

  /** The rules of Terra's application that ONOS has. */
  private static final class Found {
    record Place(SiteId site, RuleMatch match) {}

    private final Collection<OnosFlow> flows;
    private final Map<Place, FlowCodec.Installed> installed = new LinkedHashMap<>();
    private final Map<Place, Long> ageNanos = new HashMap<>();
    private final Map<SiteId, Map<RuleMatch, Hop>> present = new HashMap<>();
    private final Map<SiteId, FlowStates> states = new HashMap<>();
    private final List<OnosFlow> strays = new ArrayList<>();

    Found(Collection<OnosFlow> flows) {
      this.flows = flows;
    }

    void add(FlowCodec.@Nullable Installed rule, OnosFlow flow, long waitedNanos) {
      if (flow.isLeaving()) {
        return;
      }
      if (rule == null) {
        strays.add(flow);
        return;
      }
      states.computeIfAbsent(rule.site(), site -> new FlowStates()).add(flow);
      if (!flow.isRefused()) {
        Place place = new Place(rule.site(), rule.match());
        installed.put(place, rule);
        ageNanos.put(place, waitedNanos);
        if (rule.queue() != FlowCodec.Queue.WRONG && (flow.isAdded() || waitedNanos < REPEAT_NANOS)) {
          present.computeIfAbsent(place.site, site -> new HashMap<>()).put(place.match, rule.hop());
        }
      }
    }

    Map<RuleMatch, Hop> present(SiteId site) {
      return present.getOrDefault(site, Map.of());
    }

    FlowStates states(SiteId site) {
      return states.getOrDefault(site, new FlowStates());
    }

    Map<SiteId, SwitchTable> tables(LongPredicate accepted) {
      Map<SiteId, Map<RuleMatch, SiteId>> rules = new HashMap<>();
      installed.forEach((place, rule) -> {
        if (rule.flow().isAdded() || accepted.test(Objects.requireNonNull(ageNanos.get(place)))) {
          rules.computeIfAbsent(place.site, site -> new HashMap<>()).put(place.match, rule.hop().next());
        }
      });
      Map<SiteId, SwitchTable> tables = new HashMap<>();
      rules.forEach((site, of) -> tables.put(site, SwitchTable.of(site, of)));
      return tables;
    }

    ImmutableMap<SiteId, Integer> sizes(Predicate<FlowCodec.Installed> counts) {
      Map<SiteId, Integer> sizes = new TreeMap<>();
      installed.values().stream().filter(counts).forEach(rule -> sizes.merge(rule.site(), 1, Integer::sum));
      return ImmutableMap.copyOf(sizes);
    }
  }
}
