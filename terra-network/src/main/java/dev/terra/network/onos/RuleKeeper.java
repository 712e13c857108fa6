package dev.terra.network.onos;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompiler;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.SwitchTable;
import dev.terra.network.rules.TableChange;
import dev.terra.network.rules.TunnelPorts;
import dev.terra.network.rules.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * Makes the rules that ONOS has those that it should have. A pass reads what there is, puts in what is missing, takes out what is of our
 * application and not wanted, and tells which routes can be used: those whose packets keep to their paths under the rules that were
 * accepted. It assumes nothing of passes before, so that whatever somebody else does to our rules is mended by the next one.
 *
 * <p>ONOS says that a switch has a rule only when it has asked the switch, seconds later, so a rule that waits is taken for accepted for a
 * while; not so for a route that was refused before. While anything is refused nothing is taken out: it may be what carries the others.
 * Not thread-safe.
 */
public final class RuleKeeper {
  /** ONOS asks its switches every five seconds; after two of these a rule that still waits is not going to come. */
  private static final long PENDING_NANOS = 10_000_000_000L;
  /** A rule that waits for so long is put in once more: it may have been taken out of the switch by hand. */
  private static final long REPEAT_NANOS = 3_000_000_000L;
  /** Twice the same refusal is no accident. */
  private static final int REFUSALS = 2;

  private final OnosClient client;
  private final TunnelPorts ports;
  private final RuleCompiler compiler;
  private final RouteBook book;
  private final long leavingNanos;
  private final Map<String, Long> waitingSince = new HashMap<>();
  private final Map<Path, Integer> refusals = new HashMap<>();
  private final Map<Path, Long> astraySince = new HashMap<>();
  private final Set<Path> doubted = new HashSet<>();
  private final Set<String> foundAtStart = new HashSet<>();
  private volatile Switches switches;
  private long startNanos = Long.MIN_VALUE;

  /** What rules there are by passes of a keeper. */
  public record Settings(TunnelPorts ports, RuleCompiler compiler, long leavingNanos) {}

  /**
   * A route that cannot be had.
   *
   * @param site where the switch is that says no
   * @param why in words, with the switch
   */
  public record Problem(Path tunnel, SiteId site, String why) {}

  /**
   * What a pass has found.
   *
   * @param usable the routes whose packets keep to their paths
   * @param rules how many rules of ours each switch has
   * @param problems what is refused since this pass
   * @param mended how many rules were put in or taken out
   */
  public record Outcome(
      ImmutableMap<Path, Route> usable, ImmutableMap<SiteId, Integer> rules, ImmutableList<Problem> problems, int mended) {}

  /** A keeper of the routes of a book. */
  public RuleKeeper(OnosClient client, Switches switches, RouteBook book, Settings settings) {
    this.client = client;
    this.switches = switches;
    this.book = book;
    this.ports = settings.ports;
    this.compiler = settings.compiler;
    this.leavingNanos = settings.leavingNanos;
  }

  /** The switches, with the ports that ONOS has found. */
  public Switches switches() {
    return switches;
  }

  /** The routes of planned paths, usable or not. */
  public ImmutableMap<Path, Route> planned() {
    return book.planned();
  }

  /**
   * A pass.
   *
   * @throws OnosException if ONOS cannot be asked; then nothing is known to have changed
   */
  public Outcome pass(long nowNanos) throws OnosException {
    switches = switches.completedBy(client.links());
    FlowCodec codec = new FlowCodec(switches, ports);
    Map<SiteId, SwitchTable> wanted = compiler.compile(book.wanted(nowNanos));
    Found found = look(codec, nowNanos);
    RuleChanges changes = new RuleChanges(client, codec);
    int mended = mend(changes, found, wanted, nowNanos);
    Found after = mended == 0 ? found : look(codec, nowNanos);
    return judge(after, wanted, changes, mended, nowNanos);
  }

  private Found look(FlowCodec codec, long nowNanos) throws OnosException {
    Found found = new Found();
    List<OnosFlow> flows = client.flows();
    if (startNanos == Long.MIN_VALUE) {
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
      found.add(codec.decode(flow), flow, nowNanos - waitingSince.getOrDefault(id, nowNanos));
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
      Map<RuleMatch, SiteId> to = wanted.containsKey(site) ? wanted.get(site).next() : Map.of();
      for (TableChange.Step step : TableChange.between(found.present(site), to)) {
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

  /** Rules of a controller before this one may carry connections that agents have open until they hear of the new plan. */
  private boolean isKeptFromBefore(OnosFlow flow, long nowNanos) {
    return nowNanos - startNanos < leavingNanos && foundAtStart.contains(flow.device() + flow.id());
  }

  private Outcome judge(Found found, Map<SiteId, SwitchTable> wanted, RuleChanges changes, int mended, long nowNanos) {
    ImmutableMap.Builder<Path, Route> usable = ImmutableMap.builder();
    ImmutableList.Builder<Problem> problems = ImmutableList.builder();
    Map<SiteId, SwitchTable> accepted = found.tables(age -> age < PENDING_NANOS);
    Map<SiteId, SwitchTable> added = found.tables(age -> false);
    Set<Path> leftOut = book.refused().keySet();
    book.planned().forEach((path, route) -> {
      Optional<Walk.Astray> astray = leftOut.contains(path) ? Optional.of(new Walk.Astray(path.from(), Optional.empty()))
          : Walk.check(route, doubted.contains(path) ? added : accepted);
      if (astray.isEmpty()) {
        usable.put(path, route);
        refusals.remove(path);
        astraySince.remove(path);
        doubted.remove(path);
      } else if (!leftOut.contains(path)) {
        cause(route, astray.get(), wanted, new Evidence(found, changes, nowNanos)).ifPresent(why -> {
          problems.add(new Problem(path, astray.get().at(), why));
          book.refuse(path, why, nowNanos);
        });
      }
    });
    return new Outcome(usable.buildOrThrow(), found.sizes(), problems.build(), mended);
  }

  private record Evidence(Found found, RuleChanges changes, long nowNanos) {}

  /** Why a route is given up, if it is. */
  private Optional<String> cause(Route route, Walk.Astray astray, Map<SiteId, SwitchTable> wanted, Evidence evidence) {
    Path path = route.path();
    String at = "the switch of " + astray.at() + " (" + switches.sites().get(astray.at()).device() + ")";
    Optional<String> said = Optional.ofNullable(wanted.get(astray.at())).flatMap(table -> table.next().keySet().stream()
        .flatMap(match -> evidence.changes.refused(astray.at(), match).stream()).findFirst())
        .or(() -> evidence.found.refusedBy.contains(astray.at())
            ? Optional.of("it does not take rules any more (state FAILED); its table may be full") : Optional.empty());
    long since = evidence.nowNanos - astraySince.computeIfAbsent(path, key -> evidence.nowNanos);
    boolean givenUp = said.isPresent() ? refusals.merge(path, 1, Integer::sum) >= REFUSALS : since >= PENDING_NANOS;
    if (!givenUp) {
      return Optional.empty();
    }
    refusals.remove(path);
    astraySince.remove(path);
    doubted.add(path);
    return Optional.of(
        at + ": " + said.orElse("its rules are still not there after " + since / 1_000_000_000L + " s; its table may be full"));
  }

  /** What ONOS has of our application. */
  private static final class Found {
    record Place(SiteId site, RuleMatch match) {}

    private record Aged(SiteId next, long ageNanos) {}

    private final Map<Place, FlowCodec.Installed> installed = new LinkedHashMap<>();
    private final Map<Place, Aged> waiting = new HashMap<>();
    private final Map<SiteId, Map<RuleMatch, SiteId>> present = new HashMap<>();
    private final Set<SiteId> refusedBy = new HashSet<>();
    private final List<OnosFlow> strays = new ArrayList<>();

    void add(Optional<FlowCodec.Installed> rule, OnosFlow flow, long ageNanos) {
      if (flow.isLeaving()) {
        return;
      }
      if (rule.isEmpty()) {
        strays.add(flow);
      } else if (flow.isRefused()) {
        refusedBy.add(rule.get().site());
      } else {
        Place place = new Place(rule.get().site(), rule.get().match());
        installed.put(place, rule.get());
        waiting.put(place, new Aged(rule.get().next(), ageNanos));
        if (flow.isAdded() || ageNanos < REPEAT_NANOS) {
          present.computeIfAbsent(place.site, site -> new HashMap<>()).put(place.match, rule.get().next());
        }
      }
    }

    Map<RuleMatch, SiteId> present(SiteId site) {
      return present.getOrDefault(site, Map.of());
    }

    Map<SiteId, SwitchTable> tables(LongPredicate accepted) {
      Map<SiteId, Map<RuleMatch, SiteId>> rules = new HashMap<>();
      installed.forEach((place, rule) -> {
        if (rule.flow().isAdded() || accepted.test(waiting.get(place).ageNanos)) {
          rules.computeIfAbsent(place.site, site -> new HashMap<>()).put(place.match, rule.next());
        }
      });
      Map<SiteId, SwitchTable> tables = new HashMap<>();
      rules.forEach((site, of) -> tables.put(site, SwitchTable.of(site, of)));
      return tables;
    }

    ImmutableMap<SiteId, Integer> sizes() {
      Map<SiteId, Integer> sizes = new TreeMap<>();
      installed.keySet().forEach(place -> sizes.merge(place.site, 1, Integer::sum));
      return ImmutableMap.copyOf(sizes);
    }
  }
}
