package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.WorkTotals;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All running shuffles, the ended ones, and the total time in which anything was outstanding. */
public final class ShuffleBook {
  /** A shuffle of which no live agent has anything is forgotten after this time. */
  static final long ORPHAN_NANOS = ProtocolTiming.ORPHAN.nanos();
  /** The most ended shuffles that are kept. The status shows them, and agents that report them late are notified that they have ended. */
  public static final int ENDED_SHUFFLES = 1_000;
  /** The most shuffles at a time. This is far more than a cluster runs. Each of them costs a scheduling decision. */
  public static final int SHUFFLES = 10_000;
  /** The most shuffles that agents of one site may begin, so that no site takes the room of all. */
  public static final int SHUFFLES_OF_SITE = SHUFFLES / 4;
  /**
   * For this time after its start, the controller accepts that a shuffle is over even from an agent that has not reported this shuffle to
   * it. The agent may have reported it to the previous controller.
   */
  private static final long UNHEARD_END_NANOS = ProtocolTiming.CONTROL_LEASE.nanos();
  private final Map<ShuffleId, RunningShuffle> active = new TreeMap<>();
  private final MatrixRoom room = new MatrixRoom();
  private final Map<ShuffleId, Ended> ended = new LinkedHashMap<>();
  /** Shuffles whose end was their first report, as after a restart of the controller. Other agents may not have been notified yet. */
  private final Map<ShuffleId, Boolean> endedUnheard = new BoundedMap<>(ENDED_SHUFFLES);
  private final Set<ShuffleId> outstanding = new HashSet<>();
  private long endings;
  private ImmutableMap<ShuffleId, ShuffleFigures> publishedEnded = ImmutableMap.of();
  private boolean endedChanged;
  private long outstandingNanos;
  private long failures;
  private long lastNanos;
  private @Nullable Long lastGoneNanos;

  /** A shuffle that is over, and what its agents have reported about paths. */
  private record Ended(ShuffleFigures figures, SentPaths sent) {}

  public ShuffleBook(long nowNanos) {
    this.lastNanos = nowNanos;
  }

  public Collection<RunningShuffle> active() {
    return active.values();
  }

  /** The shuffles that are over. The object stays the same until another shuffle ends, or more is known of what one has sent. */
  public ImmutableMap<ShuffleId, ShuffleFigures> ended() {
    if (endedChanged) {
      publishedEnded = ImmutableMap.copyOf(Maps.transformValues(ended, Ended::figures));
      endedChanged = false;
    }
    return publishedEnded;
  }

  public Optional<RunningShuffle> find(ShuffleId id) {
    return Optional.ofNullable(active.get(id));
  }

  public boolean hasEnded(ShuffleId id) {
    return ended.containsKey(id) || endedUnheard.containsKey(id);
  }

  /**
   * Returns the shuffle that an agent of a site reports, and creates it if needed. It is empty if there are too many shuffles, or if this
   * site has begun too many.
   */
  Optional<RunningShuffle> findOrAdd(ShuffleId id, SiteId by, long nowNanos) {
    boolean isNew = !active.containsKey(id);
    if (isNew && room.begunBy(by) >= SHUFFLES_OF_SITE) {
      return Optional.empty();
    }
    Optional<RunningShuffle> shuffle = findOrAdd(id, nowNanos);
    shuffle.filter(added -> isNew).ifPresent(added -> added.room().begin(by));
    shuffle.ifPresent(told -> told.toldBy(by));
    return shuffle;
  }

  /** Returns the shuffle, and creates it if needed. It is empty if there are too many shuffles. */
  public Optional<RunningShuffle> findOrAdd(ShuffleId id, long nowNanos) {
    RunningShuffle shuffle = active.get(id);
    if (shuffle == null && active.size() < SHUFFLES) {
      shuffle = new RunningShuffle(id, nowNanos);
      shuffle.room().join(room);
      active.put(id, shuffle);
    }
    return Optional.ofNullable(shuffle);
  }

  /** The room that the running shuffles take. Callers do not change it. */
  MatrixRoom room() {
    return room;
  }

  /**
   * Returns whether an agent of a site may report the end of a shuffle. The site must have reported the shuffle. Just after this
   * controller's start, any agent may do so, as it may have reported the shuffle to the previous controller.
   */
  boolean mayEnd(ShuffleId id, SiteId by, long nowNanos) {
    return nowNanos < UNHEARD_END_NANOS || find(id).filter(shuffle -> shuffle.isToldBy(by)).isPresent();
  }

  /** Ends a shuffle and keeps its sums. Returns false if it was not running. */
  public boolean end(ShuffleId id) {
    RunningShuffle shuffle = remove(id);
    if (shuffle == null) {
      if (!ended.containsKey(id)) {
        endedUnheard.put(id, true);
      }
      return false;
    }
    shuffle.end(lastNanos);
    lastGoneNanos = lastNanos;
    ended.put(id, new Ended(PublishedShuffle.last(shuffle), shuffle.sentPaths()));
    endedChanged = true;
    endings++;
    if (ended.size() > ENDED_SHUFFLES) {
      ended.remove(ended.keySet().iterator().next());
    }
    return true;
  }

  private @Nullable RunningShuffle remove(ShuffleId id) {
    RunningShuffle shuffle = active.remove(id);
    outstanding.remove(id);
    if (shuffle != null) {
      shuffle.room().leave();
    }
    return shuffle;
  }

  /**
   * Takes over what an agent had counted of a bundle on some paths at the end of its shuffle. The agent may be notified of the end before
   * it reports these counts. Nothing is taken over for a shuffle that still runs, or that is no longer kept.
   */
  void sentByEnd(ShuffleId id, SliceId from, long session, SitePair pair, Map<Path, Long> bytes) {
    Ended known = ended.get(id);
    if (known != null && known.sent.report(from, session, pair, bytes)) {
      ended.put(id, new Ended(known.figures.withSent(pair, known.sent.of(pair)), known.sent));
      endedChanged = true;
    }
  }

  /** Forgets shuffles that no live agent holds and on which no report has come for long. Returns their ids. */
  public List<ShuffleId> dropOrphans(long nowNanos, Predicate<SiteId> live) {
    List<ShuffleId> dropped = new ArrayList<>();
    for (RunningShuffle shuffle : active.values()) {
      boolean held = shuffle.volumes().producers().stream().anyMatch(live);
      if (!held && nowNanos - shuffle.lastHeardNanos() > ORPHAN_NANOS) {
        dropped.add(shuffle.id());
      }
    }
    dropped.forEach(this::remove);
    lastGoneNanos = dropped.isEmpty() ? lastGoneNanos : Long.valueOf(lastNanos);
    return dropped;
  }

  /** Forgets what a slice's agent reported about any shuffle. */
  public void forget(SliceId slice) {
    for (RunningShuffle shuffle : active.values()) {
      shuffle.forget(slice);
      noteOutstanding(shuffle);
    }
  }

  /** Updates whether a shuffle is outstanding, and returns it. This method is called after every change of a shuffle. */
  boolean noteOutstanding(RunningShuffle shuffle) {
    boolean now = shuffle.noteOutstanding(lastNanos);
    if (now) {
      outstanding.add(shuffle.id());
    } else {
      outstanding.remove(shuffle.id());
    }
    return now;
  }

  /**
   * Notes that the matrix of a shuffle has changed. Returns whether anything of it is left to send, or was until this change. Otherwise
   * there is nothing to schedule.
   */
  public boolean noteGrowth(RunningShuffle shuffle, long nowNanos) {
    boolean was = outstanding.contains(shuffle.id());
    shuffle.noteGrowth(nowNanos);
    return noteOutstanding(shuffle) || was;
  }

  /**
   * Returns when a shuffle was known last. This is the present time if a shuffle is running. Otherwise, it is the time when the last one
   * ended or was forgotten. It is empty if there was never a shuffle.
   */
  public OptionalLong lastKnownNanos(long nowNanos) {
    Long last = active.isEmpty() ? lastGoneNanos : Long.valueOf(nowNanos);
    return last == null ? OptionalLong.empty() : OptionalLong.of(last);
  }

  /** Returns whether anything of a shuffle is left to send. */
  boolean isOutstanding(ShuffleId id) {
    return outstanding.contains(id);
  }

  public boolean anythingOutstanding() {
    return !outstanding.isEmpty();
  }

  /** Advances the time. This method is called before every change. */
  public void advance(long nowNanos) {
    if (!outstanding.isEmpty()) {
      outstandingNanos += Math.max(0, nowNanos - lastNanos);
    }
    lastNanos = Math.max(lastNanos, nowNanos);
  }

  /** Counts a shuffle that is over although not all of it has arrived. Its end is reported separately. */
  public void noteFailure() {
    failures++;
  }

  /** The sums over all time. */
  public WorkTotals totals() {
    return new WorkTotals(outstandingNanos / 1e9, endings, failures);
  }
}
