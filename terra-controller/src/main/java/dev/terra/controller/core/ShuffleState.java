package dev.terra.controller.core;

import com.google.common.collect.ImmutableList;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.ShuffleTerms;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One shuffle: bytes by reducer for each producing site, where reducers run, and how far each bundle is. The matrix is collapsed to
 * bundles when it is asked for and has changed.
 *
 * <p>A reducer that moves takes all its bytes to the new site, since it needs them again there; what had been sent to the old site
 * (in proportion, as progress is known by bundle only) stays accounted to the old bundle.
 */
final class ShuffleState {
  private record Progress(long acknowledged, long withdrawn, long requested) {
    private static final Progress NONE = new Progress(0, 0, 0);

    long done() {
      return acknowledged + withdrawn;
    }
  }

  private final ShuffleId id;
  private final long arrivalNanos;
  private ShuffleDescriptor descriptor;
  private final Map<SiteId, long[]> produced = new TreeMap<>();
  /** To which sites a site sends through Terra, where its agent says so; from others to all. */
  private final Map<SiteId, Set<SiteId>> carriedTo = new HashMap<>();
  private final Map<Integer, SiteId> placement = new HashMap<>();
  private final Map<SitePair, Progress> progress = new HashMap<>();
  private final Map<SitePair, Long> sentForMoved = new HashMap<>();
  private long lastHeardNanos;
  private final MatrixGrowth growth = new MatrixGrowth();
  private OptionalDouble startSeconds = OptionalDouble.empty();
  private OptionalDouble finishSeconds = OptionalDouble.empty();
  private PartialTerms said = PartialTerms.NONE;
  private ShuffleTerms terms = ShuffleTerms.ORDINARY;
  private Optional<String> refusal = Optional.empty();
  private boolean refusalIsNews;
  private double gammaSeconds;
  private double largestGammaSeconds;

  private boolean collapsed;
  private final Map<SitePair, Long> placed = new HashMap<>();
  private long unplacedBytes;
  private long sameSiteBytes;

  ShuffleState(ShuffleId id, long nowNanos) {
    this.id = id;
    this.arrivalNanos = nowNanos;
    this.descriptor = ShuffleDescriptor.unknown(id);
    this.lastHeardNanos = nowNanos;
  }

  ShuffleId id() {
    return id;
  }

  /** What agents have said of it besides its id; the latest word counts. */
  ShuffleDescriptor descriptor() {
    return descriptor;
  }

  /** Notes what an agent says of it; returns whether that makes it another for the scheduler. */
  boolean describe(ShuffleDescriptor now) {
    boolean other = !descriptor.group().equals(now.group()) || !descriptor.owner().queue().equals(now.owner().queue());
    descriptor = now;
    return other;
  }

  double arrivalSeconds() {
    return arrivalNanos / 1e9;
  }

  long lastHeardNanos() {
    return lastHeardNanos;
  }

  void heard(long nowNanos) {
    lastHeardNanos = nowNanos;
  }

  /** Notes the minimum completion time of what was left at the last round. */
  void noteGamma(double seconds) {
    gammaSeconds = seconds;
    if (Double.isFinite(seconds)) {
      largestGammaSeconds = Math.max(largestGammaSeconds, seconds);
    }
  }

  double gammaSeconds() {
    return gammaSeconds;
  }

  double largestGammaSeconds() {
    return largestGammaSeconds;
  }

  /** The queue of its job, where it is known. */
  Optional<String> queue() {
    return Optional.of(descriptor.owner().queue()).filter(name -> !name.isEmpty());
  }

  /** What an operator said of its terms. */
  PartialTerms said() {
    return said;
  }

  void say(PartialTerms more) {
    said = more.or(said);
  }

  /** Notes the terms of the round at hand. */
  void noteTerms(ShuffleTerms now) {
    terms = now;
  }

  ShuffleTerms terms() {
    return terms;
  }

  /** Notes why its deadline cannot be met, if so. */
  void noteRefusal(Optional<String> problem) {
    refusalIsNews = problem.isPresent() && (refusalIsNews || refusal.isEmpty());
    refusal = problem;
  }

  /** Why its deadline cannot be met, if that was not said yet. */
  Optional<String> newRefusal() {
    boolean news = refusalIsNews;
    refusalIsNews = false;
    return news ? refusal : Optional.empty();
  }

  /** Why its deadline cannot be met, if so. */
  Optional<String> refusal() {
    return refusal;
  }

  Set<SiteId> producers() {
    return produced.keySet();
  }

  /** How many numbers the matrix holds. */
  long cells() {
    return produced.values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  int reducersFrom(SiteId site) {
    long[] bytes = produced.get(site);
    return bytes == null ? 0 : bytes.length;
  }

  boolean reportedBy(SiteId site) {
    return produced.containsKey(site);
  }

  /** Replaces what a site produced, and to which sites it sends that through Terra (empty: to all); true if that changes anything. */
  boolean report(SiteId from, long[] bytesByReducer, Optional<Set<SiteId>> to) {
    long[] bytesBefore = produced.put(from, bytesByReducer);
    Set<SiteId> toBefore = to.isPresent() ? carriedTo.put(from, to.get()) : carriedTo.remove(from);
    boolean sameBytes = Arrays.equals(bytesBefore, bytesByReducer);
    collapsed &= sameBytes;
    return !sameBytes || !to.equals(Optional.ofNullable(toBefore));
  }

  /** Merges placements, the latest word counts; gives those that are news. */
  Map<Integer, SiteId> place(Map<Integer, SiteId> siteByReducer) {
    Map<Integer, SiteId> news = new TreeMap<>();
    siteByReducer.forEach((reducer, site) -> {
      SiteId before = placement.get(reducer);
      if (!site.equals(before)) {
        if (before != null) {
          leave(reducer, before);
        }
        news.put(reducer, site);
      }
    });
    placement.putAll(news);
    collapsed &= news.isEmpty();
    return news;
  }

  private void leave(int reducer, SiteId oldSite) {
    Map<SitePair, Long> before = new HashMap<>(placed());
    produced.forEach((from, bytes) -> {
      SitePair pair = new SitePair(from, oldSite);
      long whole = before.getOrDefault(pair, 0L);
      if (reducer < bytes.length && whole > 0) {
        double share = Math.min(1, progress.getOrDefault(pair, Progress.NONE).done() / (double) whole);
        sentForMoved.merge(pair, Math.round(share * bytes[reducer]), Long::sum);
      }
    });
  }

  Map<Integer, SiteId> placement() {
    return placement;
  }

  /** Replaces a bundle's progress. If it goes back, the sender no longer counts what it had sent for reducers that moved away. */
  void progress(SitePair pair, long acknowledged, long withdrawn, long requested) {
    Progress now = new Progress(acknowledged, withdrawn, requested);
    Progress before = progress.put(pair, now);
    if (before != null && now.done() < before.done()) {
      sentForMoved.computeIfPresent(pair, (p, sent) -> Math.max(0, sent - (before.done() - now.done())));
    }
  }

  /** All that was to be sent has arrived. */
  void allArrived() {
    bundles().forEach((pair, bundle) -> progress.put(pair, new Progress(bundle.expected() - bundle.withdrawn(), bundle.withdrawn(), 0)));
  }

  /** Forgets what a site's agent said: a new stream says everything again. */
  void forget(SiteId site) {
    produced.remove(site);
    carriedTo.remove(site);
    progress.keySet().removeIf(pair -> pair.from().equals(site));
    sentForMoved.keySet().removeIf(pair -> pair.from().equals(site));
    collapsed = false;
  }

  /** Bytes of reducers nobody has placed yet. */
  long unplacedBytes() {
    placed();
    return unplacedBytes;
  }

  /** Bytes that cross no WAN. */
  long sameSiteBytes() {
    placed();
    return sameSiteBytes;
  }

  /** Everything known to be produced: the sum of the indexes. */
  long producedBytes() {
    return placed().values().stream().mapToLong(Long::longValue).sum() + unplacedBytes + sameSiteBytes;
  }

  private Map<SitePair, Long> placed() {
    if (!collapsed) {
      collapse();
      collapsed = true;
    }
    return placed;
  }

  private void collapse() {
    placed.clear();
    unplacedBytes = 0;
    sameSiteBytes = 0;
    produced.forEach((from, bytes) -> {
      for (int reducer = 0; reducer < bytes.length; reducer++) {
        add(from, placement.get(reducer), bytes[reducer]);
      }
    });
  }

  private void add(SiteId from, SiteId to, long bytes) {
    if (to == null) {
      unplacedBytes += bytes;
    } else if (to.equals(from)) {
      sameSiteBytes += bytes;
    } else if (bytes > 0) {
      placed.merge(new SitePair(from, to), bytes, Long::sum);
    }
  }

  /** One bundle. */
  BundleState bundle(SitePair pair) {
    Progress done = progress.getOrDefault(pair, Progress.NONE);
    long moved = sentForMoved.getOrDefault(pair, 0L);
    Set<SiteId> carried = carriedTo.get(pair.from());
    return new BundleState(placed().getOrDefault(pair, 0L) + moved, moved, done.acknowledged(), done.withdrawn(), done.requested(),
        carried != null && !carried.contains(pair.to()));
  }

  /** All bundles of which anything is known, in order of their sites. */
  Map<SitePair, BundleState> bundles() {
    Map<SitePair, BundleState> bundles = new TreeMap<>();
    placed().keySet().forEach(pair -> bundles.put(pair, bundle(pair)));
    progress.keySet().forEach(pair -> bundles.computeIfAbsent(pair, this::bundle));
    return bundles;
  }

  /** Notes when there is something to send, and when no more; to be called after every change. Whether anything is left. */
  boolean noteOutstanding(long nowNanos) {
    boolean left = outstanding();
    if (left && startSeconds.isEmpty()) {
      startSeconds = OptionalDouble.of(nowNanos / 1e9);
    }
    if (left) {
      finishSeconds = OptionalDouble.empty();
    } else {
      end(nowNanos);
    }
    return left;
  }

  /** Nothing of it is sent from now on. */
  void end(long nowNanos) {
    if (startSeconds.isPresent() && finishSeconds.isEmpty()) {
      finishSeconds = OptionalDouble.of(nowNanos / 1e9);
    }
  }

  /** Notes how the matrix has grown; to be called after every change of it. */
  void noteGrowth(long nowNanos) {
    Map<SitePair, Long> carried = new HashMap<>();
    bundles().forEach((pair, bundle) -> carried.put(pair, bundle.carried()));
    growth.note(nowNanos / 1e9, carried);
  }

  /** To be published: while it runs. */
  ShuffleFigures figures(Function<SitePair, Map<Path, Long>> rates) {
    return figures(false, gammaSeconds, rates);
  }

  /** To be published: when it is over. */
  ShuffleFigures lastFigures() {
    return figures(true, largestGammaSeconds, pair -> Map.of());
  }

  private ShuffleFigures figures(boolean ended, double gamma, Function<SitePair, Map<Path, Long>> rates) {
    ImmutableList.Builder<BundleFigures> list = ImmutableList.builder();
    bundles().forEach((pair, bundle) -> list.add(bundle.figures(pair, rates.apply(pair))));
    return new ShuffleFigures(id, queue(), terms, refusal, ended, arrivalSeconds(), startSeconds, finishSeconds, gamma,
        producedBytes(), unplacedBytes(), sameSiteBytes(), list.build(), growth.figures());
  }

  /** Whether anything placed is left to cross the WAN through Terra. */
  private boolean outstanding() {
    return placed().keySet().stream().anyMatch(pair -> bundle(pair).remaining() > 0)
        || progress.keySet().stream().anyMatch(pair -> bundle(pair).remaining() > 0);
  }
}
