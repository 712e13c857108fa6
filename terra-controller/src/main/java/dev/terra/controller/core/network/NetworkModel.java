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
 * The WAN as the controller sees it: what each link can carry, which ones are up, what the operator forbids, along which paths agents keep
 * tunnels, and what is allocated. Capacities are kept apart: the nominal one never changes, the present one is the nominal until something
 * else is known, and what is planned is a share of the present one.
 */
public final class NetworkModel {
  /** A link's capacity that changes by this part of the nominal one starts a round. */
  private static final double CAPACITY_CHANGE_SHARE = 0.25;
  /** The source of link states that stands for the tunnels. */
  static final String TUNNELS = "tunnels";

  private final NetworkSettings settings;
  private final LinkStates links = new LinkStates();
  private final Drains drains = new Drains();
  /** Present capacities that are not the nominal ones. */
  private final Map<LinkId, Bandwidth> capacities = new TreeMap<>();
  /** What links are planned with instead, to see whether they carry that. */
  private final Map<LinkId, Bandwidth> trials = new TreeMap<>();
  /** What plans leave of links to the classes above bulk, IP bytes/s. */
  private Map<LinkId, Double> left = Map.of();
  private Set<LinkId> classLinks = Set.of();
  /** When the last report of each capacity came, since the controller started. */
  private final Map<LinkId, Double> toldSeconds = new TreeMap<>();
  private Map<LinkId, Bandwidth> scheduledCapacities = Map.of();
  private Map<LinkId, Long> allocated = Map.of();
  private PathRules rules;
  private PlannedPaths paths;
  private long revision;
  private @Nullable Planned planned;

  /** A network at its nominal capacities, all links up. */
  public NetworkModel(NetworkSettings settings) {
    this.settings = settings;
    this.rules = settings.rules();
    this.paths = settings.planned(rules);
  }

  /** All links up, with nominal capacities (IP bytes/s). */
  public Wan nominal() {
    return settings.wan();
  }

  /** All links up, with the nominal capacities that may be planned: path sets depend on nothing that changes by itself. */
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

  /** What the operator allows. */
  public PathRules rules() {
    return rules;
  }

  /**
   * Changes what the operator allows, and computes the paths anew.
   *
   * @return whether any has changed
   * @throws IllegalArgumentException if a forbidden link is not part of the WAN; then nothing has changed
   */
  public boolean rules(PathRules changed) {
    return rules(changed, next -> { });
  }

  /**
   * Changes what the operator allows, and computes the paths anew.
   *
   * @param check gets the paths that would follow, if they are others; nothing changes if it throws
   * @return whether any has changed
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

  /** What a link can carry at present (IP bytes/s). */
  public Bandwidth capacity(LinkId link) {
    return capacities.getOrDefault(link, nominalOf(link));
  }

  /** What a link was found to carry, if it was since the controller started. */
  public Optional<MeasuredCapacity> measuredCapacity(LinkId link) {
    return Optional.ofNullable(toldSeconds.get(link)).map(seconds -> new MeasuredCapacity(capacity(link), seconds));
  }

  private Bandwidth nominalOf(LinkId link) {
    return nominal().links().get(nominal().indexOf(link)).capacity();
  }

  /**
   * Sets what a link can carry (IP bytes/s); the next round follows.
   *
   * @return whether it differs so much from what the last round knew that a round should come soon
   * @throws IllegalArgumentException if there is no such link, or it is 0: a link that carries nothing is down
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

  /** Plans a link with another capacity than the present one for now; null: no longer. Whether that is a change. */
  boolean trial(LinkId link, @Nullable Bandwidth capacity) {
    Bandwidth before = capacity != null ? trials.put(link, capacity) : trials.remove(link);
    boolean changed = !Objects.equals(before, capacity);
    revision += changed ? 1 : 0;
    return changed;
  }

  /**
   * Plans leave so much of each link, IP bytes/s, and nothing of the others.
   *
   * @return whether it is another value for any: if it is more, the schedule that stands may not fit; if it is less, bulk may be faster
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
   * These links were found to keep classes: what jobs send besides their shuffles stands above bulk there, and needs no share of its own.
   *
   * @return whether they are others than before
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

  /** What plans leave of a link to the classes above bulk, as these were measured (IP bytes/s). */
  public Bandwidth left(LinkId link) {
    return new Bandwidth(left.getOrDefault(link, 0.0));
  }

  /** The links that are down. */
  public Set<LinkId> linksDown() {
    return links.down();
  }

  /** The links over which nothing is to be planned: they are down, or drained. */
  public Set<LinkId> linksUnused() {
    return drains.links().isEmpty() ? links.down() : Sets.union(links.down(), drains.links()).immutableCopy();
  }

  /** What the operator has taken out of use. */
  public Drains drains() {
    return drains;
  }

  /** Why a link is down. */
  public String whyDown(LinkId link) {
    return links.reason(link);
  }

  /** Looks again at what tunnels tell of links. */
  void judge(TunnelReports reports, long nowNanos) {
    links.say(TUNNELS, driver().linksDown(nominal(), reports, nowNanos));
  }

  /**
   * Applies what another source says of a link, such as a router: it stays down until the same source says that it is up again.
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

  /** What may be planned as long as neither capacities nor the links that are up change: schedulers know a WAN by its object. */
  private record Planned(long revision, Set<LinkId> down, Wan all, Wan forJobs) {}

  /**
   * What may be planned on the links that are in use (payload bytes/s), at least the floor less if some is to be kept for jobs: of links
   * that do not keep classes.
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

  /** Classes above bulk take a part of the caps of sites that their links leave or enter. */
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

  /** A round begins: what it knows of capacities is what later changes are compared with. */
  public void scheduled() {
    scheduledCapacities = Map.copyOf(capacities);
  }

  /** Another number whenever capacities or rules have changed: a schedule of before may not fit. */
  public long revision() {
    return revision;
  }

  /** Notes what the schedule that stands takes of each link, payload bytes/s. */
  public void allocated(Map<LinkId, Long> bytesPerSecond) {
    allocated = Map.copyOf(bytesPerSecond);
  }

  /** What the schedule that stands takes of a link. */
  public Bandwidth allocated(LinkId link) {
    return new Bandwidth(allocated.getOrDefault(link, 0L));
  }
}
