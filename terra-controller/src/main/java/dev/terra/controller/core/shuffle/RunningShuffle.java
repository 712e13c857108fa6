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

/** One shuffle that is not over: who it is, on which terms it is served, its bundles, and when it had anything to send. */
public final class RunningShuffle {
  private final ShuffleId id;
  private final @Nullable YarnApplication application;
  private final long arrivalNanos;
  private final BundleBook bundles = new BundleBook();
  private final SliceParts parts = new SliceParts();
  private final MatrixGrowth growth = new MatrixGrowth();
  private final Map<SliceId, Long> restoreMicros = new HashMap<>();
  /** The sites whose agents have told of it. */
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

  /** Another number whenever anything has changed that is published. */
  long revision() {
    return revision;
  }

  private boolean noteChange(boolean changed) {
    if (changed) {
      revision++;
    }
    return changed;
  }

  /** Sets something that is published; gives it back. */
  private <T> T changed(T before, T now) {
    noteDifference(before, now);
    return now;
  }

  private void noteDifference(@Nullable Object before, @Nullable Object now) {
    noteChange(!Objects.equals(before, now));
  }

  /** What agents have said of it besides its id; the latest word counts. */
  public ShuffleDescriptor descriptor() {
    return descriptor;
  }

  /** Notes what an agent says of it; returns whether that makes it another for the scheduler. */
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

  /** Notes when its bundles will be done, by the last round that was played out: those of which that is known. */
  public void noteExpectedFinish(ImmutableMap<SitePair, Double> seconds) {
    expectedFinish = changed(expectedFinish, seconds);
  }

  /** When its bundles will be done, since the controller started. */
  ImmutableMap<SitePair, Double> expectedFinish() {
    return expectedFinish;
  }

  /** Notes whether it has to wait for others by the schedule that stands. */
  public void noteWaits(boolean now) {
    waits = now;
  }

  /** Whether others are sent before it. */
  public boolean waits() {
    return waits;
  }

  public double gammaSeconds() {
    return gammaSeconds;
  }

  public double largestGammaSeconds() {
    return largestGammaSeconds;
  }

  /** The application that its name begins with, if so. */
  public Optional<YarnApplication> application() {
    return Optional.ofNullable(application);
  }

  /** Notes where YARN runs its application; true if that has changed. */
  public boolean place(ShuffleDescriptor.Owner owner) {
    boolean news = !owner.equals(placed);
    placed = owner;
    return noteChange(news);
  }

  /** The queue and the user that YARN has for its application, where YARN has said so. */
  public Optional<ShuffleDescriptor.Owner> placed() {
    return Optional.ofNullable(placed);
  }

  /** The queue that its job says it is in, if so. */
  public Optional<String> queue() {
    return Optional.of(descriptor.owner().queue()).filter(name -> !name.isEmpty());
  }

  /** What is waited for as a whole: its group, or itself. */
  public String job() {
    return descriptor.group().orElse(id.value());
  }

  /** Notes that a job master submitted it. */
  public void noteSubmitted() {
    submitted = changed(submitted, true);
  }

  /** Whether a job master submitted it. */
  boolean submitted() {
    return submitted;
  }

  /** Notes why it ends though not all of it has arrived. */
  public void fail(String problem) {
    noteDifference(failure, problem);
    failure = problem;
  }

  /** Why it is over though not all of it has arrived, if so. */
  Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Notes the terms of the round at hand, and who said the first of them. */
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

  /** Notes why its deadline cannot be met, if so. */
  public void noteRefusal(@Nullable String problem) {
    refusalIsNews = problem != null && (refusalIsNews || refusal == null);
    noteDifference(refusal, problem);
    refusal = problem;
  }

  /** Why its deadline cannot be met, if that was not said yet. */
  public Optional<String> newRefusal() {
    boolean news = refusalIsNews;
    refusalIsNews = false;
    return news ? refusal() : Optional.empty();
  }

  /** Why its deadline cannot be met, if so. */
  public Optional<String> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** What there is to send; to be read only. */
  ShuffleVolumes volumes() {
    return bundles.volumes();
  }

  /** Whether a slice's part is known: from its agent, or of the whole site from its job master. */
  boolean reportedBy(SliceId slice) {
    return parts.reportedBy(slice) || (parts.produced(slice.site()).isEmpty() && volumes().producers().contains(slice.site()));
  }

  /** Replaces what a slice has to send, and to which sites it sends that through Terra (null: to all); true if that changes anything. */
  public boolean report(SliceId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    SliceParts.Produced all = parts.produced(from, new SliceParts.Produced(bytesByReducer, to));
    return report(from.site(), all.bytesByReducer(), all.carriedTo());
  }

  /** Replaces what a site produced, and to which sites it sends that through Terra (null: to all); true if that changes anything. */
  public boolean report(SiteId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    return noteChange(bundles.report(from, bytesByReducer, to));
  }

  /** Notes that nothing of it is sent before it is asked for; true if that has changed. */
  boolean onDemand() {
    return noteChange(bundles.onDemand());
  }

  /** Replaces what a slice has of a broadcast for readers that are not the first ones at theirs; true if that changes anything. */
  boolean reportFurther(SliceId from, Map<SiteId, Long> bytesTo) {
    return noteChange(bundles.reportFurther(from.site(), parts.further(from, bytesTo)));
  }

  /** Notes that agents of a site tell of it. */
  void toldBy(SiteId site) {
    toldBy.add(site);
  }

  /** Whether agents of a site have told of it. */
  boolean isToldBy(SiteId site) {
    return toldBy.contains(site);
  }

  /** The room that its matrix takes. */
  MatrixRoom room() {
    return volumes().room();
  }

  /** Merges places that agents of a site tell; those of readers that had none count as theirs. */
  Places place(SiteId by, Places places) {
    int before = volumes().places().siteByReducer().size();
    Places news = place(places);
    room().addSaidBy(by, volumes().places().siteByReducer().size() - before);
    return news;
  }

  /** Merges places, of which the latest counts; returns those that have changed. */
  public Places place(Places places) {
    Places news = bundles.place(places);
    noteChange(!news.isEmpty());
    return news;
  }

  /** Replaces the progress of a slice's part of a bundle. */
  public void progress(SliceId from, SiteId to, ProgressBook.Done done) {
    noteChange(bundles.progress(new SitePair(from.site(), to), parts.progress(from, to, done)));
  }

  /** Takes over how many bytes on links an agent has counted of a bundle, by path, since it started. */
  public void sent(SliceId from, long session, SiteId to, Map<Path, Long> bytes) {
    noteChange(bundles.sent(from, session, new SitePair(from.site(), to), bytes));
  }

  /** What agents have counted on paths. */
  SentPaths sentPaths() {
    return bundles.sentPaths();
  }

  /** Replaces for how long a slice's agent has restored chunks that came compressed. */
  void restored(SliceId at, long micros) {
    noteDifference(restoreMicros.put(at, micros), micros);
  }

  /** For how long all agents have restored chunks that came compressed. */
  double restoreSeconds() {
    return restoreMicros.values().stream().mapToLong(Long::longValue).sum() / 1e6;
  }

  /** What a slice has left of a bundle that is to be sent, bytes on links; of what is sent on demand, plain bytes. */
  public long left(SliceId from, SiteId to) {
    return bundles.isOnDemand() ? parts.requested(from, to) : parts.left(from, to, volumes().places(), volumes().isBroadcast());
  }

  /** What a slice has sent of a bundle that has arrived, bytes. */
  public long acknowledged(SliceId from, SiteId to) {
    return parts.acknowledged(from, to);
  }

  /** All that was to be sent has arrived. */
  public void allArrived() {
    bundles.allArrived();
    noteChange(true);
  }

  /** Forgets what a slice's agent said: a new stream says everything again. */
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

  /** One bundle. */
  BundleState bundle(SitePair pair) {
    return bundles.of(pair);
  }

  /** All bundles of which anything is known, in order of their sites; the same object until any changes. */
  public SortedMap<SitePair, BundleState> bundles() {
    return bundles.all();
  }

  /** Notes when there is something to send, and when no more; to be called after every change. Whether anything is left. */
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

  /** The stock path has served another site, of one that is only told of: so far that was the last of it. */
  void servedByStock(long nowNanos) {
    if (descriptor.observed()) {
      noteFinish(nowNanos / 1e9);
    }
  }

  /** Nothing of it is sent from now on. */
  void end(long nowNanos) {
    if (startSeconds != null && finishSeconds == null) {
      noteFinish(nowNanos / 1e9);
    }
  }

  private void noteFinish(@Nullable Double seconds) {
    noteDifference(finishSeconds, seconds);
    finishSeconds = seconds;
  }

  /** When there was first anything to send through Terra. */
  OptionalDouble startSeconds() {
    return startSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(startSeconds);
  }

  /** Since when nothing is left to send, empty while there is; of one that is only told of, when the stock path had served the last. */
  OptionalDouble finishSeconds() {
    return finishSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(finishSeconds);
  }

  /** How many reducers a bundle goes to. */
  public int readers(SitePair pair) {
    return volumes().readers(pair);
  }

  /** Notes how what Terra carries has grown, or all that crosses if it is only told of; to be called after every change of the matrix. */
  void noteGrowth(long nowNanos) {
    Map<SitePair, Long> carried = new HashMap<>();
    bundles().forEach((pair, bundle) -> carried.put(pair, descriptor.observed() ? bundle.placed() : bundle.carried()));
    growth.note(nowNanos / 1e9, carried);
    noteChange(true);
  }

  /** How the matrix has grown; the same object until it grows. */
  ImmutableList<GrowthFigures> growth() {
    return growth.figures();
  }
}
