package dev.terra.controller.core.network;

import com.google.common.collect.Sets;
import dev.terra.controller.core.agent.TunnelReports;
import dev.terra.controller.view.MeasuredCapacity;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The WAN as the controller sees it: the capacity of each link, the links that are up, what the operator forbids, the paths along which
 * agents keep tunnels, and what is allocated. Three capacities are kept apart. The nominal one never changes. The present one is the
 * nominal one until it is measured or reported. The planned one is a share of the present one.
 */
public final class NetworkModel {
  /** A change of a link's capacity by this share of the nominal one starts a round. */
  private static final double CAPACITY_CHANGE_SHARE = 0.25;
  /** The source of link states that stands for the tunnels. */
  static final String TUNNELS = "tunnels";

  private final NetworkSettings settings;
  private final LinkStates links = new LinkStates();
  private final Drains drains = new Drains();
  /** The present capacities of links that have been measured or reported. */
  private final Map<LinkId, Bandwidth> capacities = new TreeMap<>();
  /** The capacities with which links are planned for a trial, to find out whether they carry as much. */
  private final Map<LinkId, Bandwidth> trials = new TreeMap<>();
  /** What plans leave of links to the classes above bulk, IP bytes/s. */
  private Map<LinkId, Double> left = Map.of();
  private Set<LinkId> classLinks = Set.of();
  /** When the last report of each capacity came, in seconds since the controller started. */
  private final Map<LinkId, Double> toldSeconds = new TreeMap<>();
  private Map<LinkId, Bandwidth> scheduledCapacities = Map.of();
  private Map<LinkId, Long> allocated = Map.of();
  private PathRules rules;
  private PlannedPaths paths;
  private long revision;
  private @Nullable Planned planned;

  /** Creates a network in which all links are up and have their nominal capacities. */
  public NetworkModel(NetworkSettings settings) {
    this.settings = settings;
    this.rules = settings.rules();
    this.paths = settings.planned(rules);
  }

  /** The WAN with all links up and nominal capacities (IP bytes/s). */
  public Wan nominal() {
    return settings.wan();
  }

  /**
   * The WAN with all links up and the nominal capacities that may be planned. Path sets are computed on it, so that they depend on nothing
   * that changes by itself.
   */
  public Wan forPaths() {
    return settings.planned();
  }

  NetworkDriver driver() {
    return settings.driver();
  }

  /** The paths of the tunnels. */
  public PlannedPaths paths() {
    return paths;
  }

  /** The rules on paths that the operator has set. */
  public PathRules rules() {
    return rules;
  }

  /**
   * Changes the rules on paths, and computes the paths anew.
   *
   * @return whether any path has changed
   * @throws IllegalArgumentException if a forbidden link is not part of the WAN; then nothing has changed
   */
  public boolean rules(PathRules changed) {
    return rules(changed, next -> { });
  }

  /**
   * Changes the rules on paths, and computes the paths anew.
   *
   * @param check gets the new paths if they differ; nothing changes if it throws
   * @return whether any path has changed
   * @throws IllegalArgumentException if a forbidden link is not part of the WAN; then nothing has changed
   */
  boolean rules(PathRules changed, Consumer<PlannedPaths> check) {
    if (changed.equals(rules)) {
      return false;
    }
    changed.forbiddenLinks().forEach(nominal()::indexOf);
    PlannedPaths next = settings.planned(changed);
    boolean differ = !next.samePathsAs(paths);
    if (differ) {
      check.accept(next);
    }
    rules = changed;
    paths = next;
    revision++;
    return differ;
  }

  /** The present capacity of a link (IP bytes/s). */
  public Bandwidth capacity(LinkId link) {
    return capacities.getOrDefault(link, nominalOf(link));
  }

  /** Returns the capacity of a link that was last measured or reported, if any was since the controller started. */
  public Optional<MeasuredCapacity> measuredCapacity(LinkId link) {
    return Optional.ofNullable(toldSeconds.get(link)).map(seconds -> new MeasuredCapacity(capacity(link), seconds));
  }

  private Bandwidth nominalOf(LinkId link) {
    return nominal().links().get(nominal().indexOf(link)).capacity();
  }

  /**
   * Sets the present capacity of a link (IP bytes/s). The next round applies it.
   *
   * @return whether it differs so much from the capacity in the last round that a round should come soon
   * @throws IllegalArgumentException if there is no such link, or the capacity is 0: a link that carries nothing is reported down instead
   */
  public boolean capacity(LinkId link, Bandwidth capacity, long nowNanos) {
    Bandwidth nominal = nominalOf(link);
    if (capacity.bytesPerSecond() <= 0) {
      throw new IllegalArgumentException("expected a capacity above 0 of " + link + ", got " + capacity + "; a link may be reported down");
    }
    Bandwidth scheduled = scheduledCapacities.getOrDefault(link, nominal);
    toldSeconds.put(link, nowNanos / 1e9);
    if (!capacity.equals(capacity(link))) {
      capacities.put(link, capacity);
      revision++;
    }
    return Math.abs(capacity.bytesPerSecond() - scheduled.bytesPerSecond())
        >= CAPACITY_CHANGE_SHARE * nominal.bytesPerSecond();
  }

  /** Sets the capacity with which a link is planned in place of the present one. Null ends this. Returns whether anything changes. */
  boolean trial(LinkId link, @Nullable Bandwidth capacity) {
    Bandwidth before = capacity != null ? trials.put(link, capacity) : trials.remove(link);
    boolean changed = !Objects.equals(before, capacity);
    revision += changed ? 1 : 0;
    return changed;
  }

  /**
   * Sets how much plans leave of each link, in IP bytes/s. They leave nothing of links that are not given.
   *
   * @return whether any value changes: if one grows, the schedule in force may not fit; if one shrinks, bulk may be faster
   */
  public boolean leave(Map<LinkId, Double> bytesPerSecond) {
    if (bytesPerSecond.equals(left)) {
      return false;
    }
    revision += bytesPerSecond.entrySet().stream().anyMatch(now -> now.getValue() > left.getOrDefault(now.getKey(), 0.0)) ? 1 : 0;
    left = Map.copyOf(bytesPerSecond);
    planned = null;
    return true;
  }

  /**
   * Sets which links were found to keep latency classes. On these links, what jobs send besides their shuffles has priority over bulk, and
   * needs no share of its own.
   *
   * @return whether the set changes
   */
  public boolean keepClasses(Set<LinkId> found) {
    if (found.equals(classLinks)) {
      return false;
    }
    revision += found.containsAll(classLinks) ? 0 : 1;
    classLinks = Set.copyOf(found);
    planned = null;
    return true;
  }

  /** What plans leave of a link to the classes above bulk, according to measurements (IP bytes/s). */
  public Bandwidth left(LinkId link) {
    return new Bandwidth(left.getOrDefault(link, 0.0));
  }

  /** The links that are down. */
  public Set<LinkId> linksDown() {
    return links.down();
  }

  /** The links over which nothing is to be planned, because they are down or drained. */
  public Set<LinkId> linksUnused() {
    return drains.links().isEmpty() ? links.down() : Sets.union(links.down(), drains.links()).immutableCopy();
  }

  /** What the operator has taken out of use. */
  public Drains drains() {
    return drains;
  }

  /** Returns why a link is down. */
  public String whyDown(LinkId link) {
    return links.reason(link);
  }

  /** Updates the states of links from the reports on tunnels. */
  void judge(TunnelReports reports, long nowNanos) {
    links.say(TUNNELS, driver().linksDown(nominal(), reports, nowNanos));
  }

  /**
   * Applies a report on a link from another source, such as a router. A link stays down until the same source reports it up.
   *
   * @throws IllegalArgumentException if there is no such link, or there are too many sources
   */
  void linkReported(LinkId link, boolean up, String source) {
    nominal().indexOf(link);
    if (source.equals(TUNNELS)) {
      throw new IllegalArgumentException("tunnels are reported by agents");
    }
    links.say(source, link, up);
  }

  /**
   * The WANs that may be planned as long as neither capacities nor the set of usable links change. Schedulers recognize a WAN by its
   * object.
   */
  private record Planned(long revision, Set<LinkId> down, Wan all, Wan forJobs) {}

  /**
   * Returns what may be planned on the links that are in use (payload bytes/s). For jobs, a share is kept of each link that does not keep
   * classes.
   */
  public Wan planned(boolean forJobs) {
    Set<LinkId> down = linksUnused();
    if (planned == null || planned.revision != revision || !planned.down.equals(down)) {
      planned = new Planned(revision, down, present(down, false), present(down, true));
    }
    return forJobs ? planned.forJobs : planned.all;
  }

  private Wan present(Set<LinkId> down, boolean forJobs) {
    return nominal().keepLinks(link -> !down.contains(link.id())).mapLinks(link -> present(link, forJobs))
        .mapCaps((cap, nominal) -> present(cap, nominal, forJobs));
  }

  /**
   * Returns what may be planned within a cap of a site. The classes above bulk take a part of the caps of the sites that their links leave
   * or enter.
   */
  private Bandwidth present(SiteCap cap, Bandwidth nominal, boolean jobsShuffle) {
    boolean forJobs = jobsShuffle
        && nominal().links().stream().map(Link::id).anyMatch(link -> cap.counts(link) && !classLinks.contains(link));
    double reserve = left.entrySet().stream().filter(link -> cap.counts(link.getKey())).mapToDouble(Map.Entry::getValue).sum();
    double bytesPerSecond = nominal.bytesPerSecond();
    return new Bandwidth(settings.use().planned(bytesPerSecond, bytesPerSecond, reserve, forJobs));
  }

  private Link present(Link link, boolean jobsShuffle) {
    boolean forJobs = jobsShuffle && !classLinks.contains(link.id());
    Bandwidth carries = trials.getOrDefault(link.id(), capacity(link.id()));
    double reserve = left.getOrDefault(link.id(), 0.0);
    return link.withCapacity(
        new Bandwidth(settings.use().planned(carries.bytesPerSecond(), link.capacity().bytesPerSecond(), reserve, forJobs)));
  }

  /** Notes that a round begins. Later changes of capacities are compared with the present ones. */
  public void scheduled() {
    scheduledCapacities = Map.copyOf(capacities);
  }

  /** A number that changes whenever capacities or rules have changed so that an earlier schedule may not fit. */
  public long revision() {
    return revision;
  }

  /** Notes what the schedule in force takes of each link, in payload bytes/s. */
  public void allocated(Map<LinkId, Long> bytesPerSecond) {
    allocated = Map.copyOf(bytesPerSecond);
  }

  /** Returns what the schedule in force takes of a link. */
  public Bandwidth allocated(LinkId link) {
    return new Bandwidth(allocated.getOrDefault(link, 0L));
  }
}
