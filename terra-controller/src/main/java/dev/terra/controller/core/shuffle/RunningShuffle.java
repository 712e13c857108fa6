package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.controller.view.GrowthFigures;
import dev.terra.controller.view.TermsSource;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.ShuffleTerms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A shuffle that is not over: its identity, the terms on which it is served, its bundles, and when it had anything to send. */
public final class RunningShuffle {
  private final ShuffleId id;
  private final @Nullable YarnApplication application;
  private final long arrivalNanos;
  private final BundleBook bundles = new BundleBook();
  private final SliceParts parts = new SliceParts();
  private final MatrixGrowth growth = new MatrixGrowth();
  private final Map<SliceId, Long> restoreMicros = new HashMap<>();
  /** The sites whose agents have reported the shuffle. */
  private final Set<SiteId> toldBy = new HashSet<>();
  private ShuffleDescriptor descriptor;
  private ShuffleDescriptor.@Nullable Owner placed;
  private long lastHeardNanos;
  private @Nullable Double startSeconds;
  private @Nullable Double finishSeconds;
  private boolean submitted;
  private @Nullable String failure;
  private TermsSource termsFrom = TermsSource.ORDINARY;
  private ShuffleTerms terms = ShuffleTerms.ORDINARY;
  private @Nullable String refusal;
  private boolean refusalIsNews;
  private boolean waits;
  private ImmutableMap<SitePair, Double> expectedFinish = ImmutableMap.of();
  private double gammaSeconds;
  private double largestGammaSeconds;
  private long revision;

  public RunningShuffle(ShuffleId id, long nowNanos) {
    this.id = id;
    this.application = YarnApplication.of(id).orElse(null);
    this.arrivalNanos = nowNanos;
    this.descriptor = ShuffleDescriptor.unknown(id);
    this.lastHeardNanos = nowNanos;
  }

  public ShuffleId id() {
    return id;
  }

  /** A number that changes whenever anything that is published has changed. */
  long revision() {
    return revision;
  }

  private boolean noteChange(boolean changed) {
    if (changed) {
      revision++;
    }
    return changed;
  }

  /** Notes a new value of something that is published, and returns it. */
  private <T> T changed(T before, T now) {
    noteDifference(before, now);
    return now;
  }

  private void noteDifference(@Nullable Object before, @Nullable Object now) {
    noteChange(!Objects.equals(before, now));
  }

  /** What agents have reported about the shuffle besides its id. The latest report counts. */
  public ShuffleDescriptor descriptor() {
    return descriptor;
  }

  /** Notes a description from an agent. Returns whether that changes anything for the scheduler. */
  public boolean describe(ShuffleDescriptor now) {
    boolean other = !descriptor.group().equals(now.group()) || !descriptor.owner().queue().equals(now.owner().queue());
    descriptor = changed(descriptor, now);
    return bundles.broadcast(now.broadcast()) || other;
  }

  public double arrivalSeconds() {
    return arrivalNanos / 1e9;
  }

  long lastHeardNanos() {
    return lastHeardNanos;
  }

  public void heard(long nowNanos) {
    lastHeardNanos = nowNanos;
  }

  /** Notes the minimum completion time of what was left at the last round. */
  public void noteGamma(double seconds) {
    gammaSeconds = changed(gammaSeconds, seconds);
    if (Double.isFinite(seconds)) {
      largestGammaSeconds = Math.max(largestGammaSeconds, seconds);
    }
  }

  /** Notes when bundles will be done, according to the last round that was played out. Bundles of which that is unknown are missing. */
  public void noteExpectedFinish(ImmutableMap<SitePair, Double> seconds) {
    expectedFinish = changed(expectedFinish, seconds);
  }

  /** When bundles will be done, in seconds since the controller started. */
  ImmutableMap<SitePair, Double> expectedFinish() {
    return expectedFinish;
  }

  /** Notes whether the shuffle has to wait for others in the schedule in force. */
  public void noteWaits(boolean now) {
    waits = now;
  }

  /** Whether other shuffles are sent before this one. */
  public boolean waits() {
    return waits;
  }

  public double gammaSeconds() {
    return gammaSeconds;
  }

  public double largestGammaSeconds() {
    return largestGammaSeconds;
  }

  /** The application with whose id the shuffle's name begins, if there is one. */
  public Optional<YarnApplication> application() {
    return Optional.ofNullable(application);
  }

  /** Notes in which queue and for which user YARN runs the shuffle's application. Returns whether that has changed. */
  public boolean place(ShuffleDescriptor.Owner owner) {
    boolean news = !owner.equals(placed);
    placed = owner;
    return noteChange(news);
  }

  /** The queue and the user that YARN has for the shuffle's application, if YARN has returned them. */
  public Optional<ShuffleDescriptor.Owner> placed() {
    return Optional.ofNullable(placed);
  }

  /** The queue that the job claims to be in, if it claims one. */
  public Optional<String> queue() {
    return Optional.of(descriptor.owner().queue()).filter(name -> !name.isEmpty());
  }

  /** The name of the job that waits for the shuffle: its group if it has one, otherwise its own id. */
  public String job() {
    return descriptor.group().orElse(id.value());
  }

  /** Notes that a job master submitted the shuffle. */
  public void noteSubmitted() {
    submitted = changed(submitted, true);
  }

  /** Whether a job master submitted the shuffle. */
  boolean submitted() {
    return submitted;
  }

  /** Notes why the shuffle ends although not all of it has arrived. */
  public void fail(String problem) {
    noteDifference(failure, problem);
    failure = problem;
  }

  /** Why the shuffle is over although not all of it has arrived, if that is so. */
  Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Notes the terms that apply in the present round, and the first source that set any of them. */
  public void noteTerms(ShuffleTerms now, TermsSource source) {
    terms = changed(terms, now);
    termsFrom = changed(termsFrom, source);
  }

  TermsSource termsFrom() {
    return termsFrom;
  }

  public ShuffleTerms terms() {
    return terms;
  }

  /** Notes why the deadline cannot be met; null if it can be met. */
  public void noteRefusal(@Nullable String problem) {
    refusalIsNews = problem != null && (refusalIsNews || refusal == null);
    noteDifference(refusal, problem);
    refusal = problem;
  }

  /** Returns why the deadline cannot be met, if that has not been returned before. */
  public Optional<String> newRefusal() {
    boolean news = refusalIsNews;
    refusalIsNews = false;
    return news ? refusal() : Optional.empty();
  }

  /** Why the deadline cannot be met, if that is so. */
  public Optional<String> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** What there is to send. Callers do not change it. */
  ShuffleVolumes volumes() {
    return bundles.volumes();
  }

  /** Returns whether a slice's part is known, either from its agent or, for the whole site, from the job master. */
  boolean reportedBy(SliceId slice) {
    return parts.reportedBy(slice) || (parts.produced(slice.site()).isEmpty() && volumes().producers().contains(slice.site()));
  }

  /**
   * Replaces what a slice has to send, and to which sites it sends that through Terra (null: to all). Returns whether that changes
   * anything.
   */
  public boolean report(SliceId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    SliceParts.Produced all = parts.produced(from, new SliceParts.Produced(bytesByReducer, to));
    return report(from.site(), all.bytesByReducer(), all.carriedTo());
  }

  /**
   * Replaces what a site produced, and to which sites it sends that through Terra (null: to all). Returns whether that changes anything.
   */
  public boolean report(SiteId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    return noteChange(bundles.report(from, bytesByReducer, to));
  }

  /** Notes that no byte of the shuffle is sent before a reader requests it. Returns whether that changes anything. */
  boolean onDemand() {
    return noteChange(bundles.onDemand());
  }

  /**
   * Replaces the bytes of a broadcast that a slice has for readers other than the first one at their site. Returns whether that changes
   * anything.
   */
  boolean reportFurther(SliceId from, Map<SiteId, Long> bytesTo) {
    return noteChange(bundles.reportFurther(from.site(), parts.further(from, bytesTo)));
  }

  /** Notes that agents of a site report the shuffle. */
  void toldBy(SiteId site) {
    toldBy.add(site);
  }

  /** Returns whether agents of a site have reported the shuffle. */
  boolean isToldBy(SiteId site) {
    return toldBy.contains(site);
  }

  /** The room that the shuffle's matrix takes. */
  MatrixRoom room() {
    return volumes().room();
  }

  /** Merges places that agents of a site report. Readers that had no place before count as reported by that site. */
  Places place(SiteId by, Places places) {
    int before = volumes().places().siteByReducer().size();
    Places news = place(places);
    room().addSaidBy(by, volumes().places().siteByReducer().size() - before);
    return news;
  }

  /** Merges places, of which the latest counts. Returns those that have changed. */
  public Places place(Places places) {
    Places news = bundles.place(places);
    noteChange(!news.isEmpty());
    return news;
  }

  /** Replaces the progress of a slice's part of a bundle. */
  public void progress(SliceId from, SiteId to, ProgressBook.Done done) {
    noteChange(bundles.progress(new SitePair(from.site(), to), parts.progress(from, to, done)));
  }

  /** Takes over how many bytes of a bundle an agent has counted on each path since the agent started, in bytes on links. */
  public void sent(SliceId from, long session, SiteId to, Map<Path, Long> bytes) {
    noteChange(bundles.sent(from, session, new SitePair(from.site(), to), bytes));
  }

  /** What agents have counted on paths. */
  SentPaths sentPaths() {
    return bundles.sentPaths();
  }

  /** Replaces for how long a slice's agent has decompressed chunks, in microseconds. */
  void restored(SliceId at, long micros) {
    noteDifference(restoreMicros.put(at, micros), micros);
  }

  /** For how long all agents have decompressed chunks. */
  double restoreSeconds() {
    return restoreMicros.values().stream().mapToLong(Long::longValue).sum() / 1e6;
  }

  /**
   * Returns what a slice has left to send of a bundle, in bytes on links. For a shuffle on demand, the result is the uncompressed bytes
   * that readers wait for.
   */
  public long left(SliceId from, SiteId to) {
    return bundles.isOnDemand() ? parts.requested(from, to) : parts.left(from, to, volumes().places(), volumes().isBroadcast());
  }

  /** Returns how many bytes of a bundle a slice has sent that have arrived. */
  public long acknowledged(SliceId from, SiteId to) {
    return parts.acknowledged(from, to);
  }

  /** Notes that all bytes that were to be sent have arrived. */
  public void allArrived() {
    bundles.allArrived();
    noteChange(true);
  }

  /** Forgets what a slice's agent reported. The agent reports everything again on its new stream. */
  void forget(SliceId slice) {
    restoreMicros.remove(slice);
    Map<SitePair, ProgressBook.Done> left = parts.forget(slice);
    parts.produced(slice.site()).ifPresentOrElse(rest -> {
      bundles.report(slice.site(), rest.bytesByReducer(), rest.carriedTo());
      bundles.reportFurther(slice.site(), parts.further(slice.site()));
      left.forEach(bundles::progress);
    }, () -> bundles.forget(slice.site()));
    noteChange(true);
  }

  /** Returns one bundle. */
  BundleState bundle(SitePair pair) {
    return bundles.of(pair);
  }

  /** All bundles of which anything is known, in order of their sites. The object stays the same until a bundle changes. */
  public SortedMap<SitePair, BundleState> bundles() {
    return bundles.all();
  }

  /**
   * Notes when there is something to send, and when there is nothing left. This method is called after every change. Returns whether
   * anything is left.
   */
  boolean noteOutstanding(long nowNanos) {
    boolean left = bundles.anyLeft();
    if (!left) {
      end(nowNanos);
      return false;
    }
    if (startSeconds == null) {
      startSeconds = nowNanos / 1e9;
      noteChange(true);
    }
    if (!descriptor.observed()) {
      noteFinish(null);
    }
    return true;
  }

  /** Notes, for a shuffle that is only observed, that the stock path has served another site. So far, this is the end of the shuffle. */
  void servedByStock(long nowNanos) {
    if (descriptor.observed()) {
      noteFinish(nowNanos / 1e9);
    }
  }

  /** Notes that nothing of the shuffle is sent from this time on. */
  void end(long nowNanos) {
    if (startSeconds != null && finishSeconds == null) {
      noteFinish(nowNanos / 1e9);
    }
  }

  private void noteFinish(@Nullable Double seconds) {
    noteDifference(finishSeconds, seconds);
    finishSeconds = seconds;
  }

  /** When there was first anything to send through Terra, in seconds since the controller started. */
  OptionalDouble startSeconds() {
    return startSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(startSeconds);
  }

  /**
   * Since when nothing is left to send, in seconds since the controller started; empty while something is left. For a shuffle that is only
   * observed, the time at which the stock path served the last site.
   */
  OptionalDouble finishSeconds() {
    return finishSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(finishSeconds);
  }

  /** Returns to how many reducers a bundle goes. */
  public int readers(SitePair pair) {
    return volumes().readers(pair);
  }

  /**
   * Notes the growth of what Terra carries or, for a shuffle that is only observed, of all that crosses the WAN. This method is called
   * after every change of the matrix.
   */
  void noteGrowth(long nowNanos) {
    Map<SitePair, Long> carried = new HashMap<>();
    bundles().forEach((pair, bundle) -> carried.put(pair, descriptor.observed() ? bundle.placed() : bundle.carried()));
    growth.note(nowNanos / 1e9, carried);
    noteChange(true);
  }

  /** The growth of the matrix. The object stays the same until the matrix grows. */
  ImmutableList<GrowthFigures> growth() {
    return growth.figures();
  }
}
