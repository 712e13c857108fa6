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

/** All shuffles that run, those that have ended, and for how long anything was outstanding. */
public final class ShuffleBook {
  /** A shuffle of which no live agent has anything is forgotten. */
  static final long ORPHAN_NANOS = ProtocolTiming.ORPHAN.nanos();
  /** Ended shuffles kept for status, and to tell late reporters that they have ended. */
  public static final int ENDED_SHUFFLES = 1_000;
  /** Shuffles at once; far more than a cluster runs, and each costs a scheduling decision. */
  public static final int SHUFFLES = 10_000;
  /** The part that agents of one site may begin, so that no site takes the room of all. */
  public static final int SHUFFLES_OF_SITE = SHUFFLES / 4;
  /**
   * For so long after its start a controller believes that a shuffle is over, of which the agent that says so has told it nothing: the
   * agent told the controller before.
   */
  private static final long UNHEARD_END_NANOS = ProtocolTiming.CONTROL_LEASE.nanos();
  private final Map<ShuffleId, RunningShuffle> active = new TreeMap<>();
  private final MatrixRoom room = new MatrixRoom();
  private final Map<ShuffleId, Ended> ended = new LinkedHashMap<>();
  /** Shuffles of which this was the first report, as after a controller's restart: other agents may not know them yet. */
  private final Map<ShuffleId, Boolean> endedUnheard = new BoundedMap<>(ENDED_SHUFFLES);
  private final Set<ShuffleId> outstanding = new HashSet<>();
  private long endings;
  private ImmutableMap<ShuffleId, ShuffleFigures> publishedEnded = ImmutableMap.of();
  private boolean endedChanged;
  private long outstandingNanos;
  private long failures;
  private long lastNanos;
  private @Nullable Long lastGoneNanos;

  /** A shuffle that is over, and what its agents have said of paths. */
  private record Ended(ShuffleFigures figures, SentPaths sent) {}

  public ShuffleBook(long nowNanos) {
    this.lastNanos = nowNanos;
  }

  public Collection<RunningShuffle> active() {
    return active.values();
  }

  /** The shuffles that are over; one object until another one ends, or more is known of what one has sent. */
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

  /** The shuffle of which an agent of a site speaks, new if need be; empty if there are too many, or if that site has begun too many. */
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

  /** The shuffle, new if need be; empty if there are too many. */
  public Optional<RunningShuffle> findOrAdd(ShuffleId id, long nowNanos) {
    RunningShuffle shuffle = active.get(id);
    if (shuffle == null && active.size() < SHUFFLES) {
      shuffle = new RunningShuffle(id, nowNanos);
      shuffle.room().join(room);
      active.put(id, shuffle);
    }
    return Optional.ofNullable(shuffle);
  }

  /** The room that the running shuffles take; to be read only. */
  MatrixRoom room() {
    return room;
  }

  /**
   * Whether an agent of a site may say that a shuffle is over: one that has told of it, and just after this controller's start every one,
   * as it told the controller before.
   */
  boolean mayEnd(ShuffleId id, SiteId by, long nowNanos) {
    return nowNanos < UNHEARD_END_NANOS || find(id).filter(shuffle -> shuffle.isToldBy(by)).isPresent();
  }

  /** Ends a shuffle and keeps its sums; false if it was not there. */
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
   * Takes over what an agent has counted of a bundle on some paths by the end of its shuffle, which the agent may learn of before it says
   * so. Of a shuffle that is not over, or no longer known, nothing is taken over.
   */
  void sentByEnd(ShuffleId id, SliceId from, long session, SitePair pair, Map<Path, Long> bytes) {
    Ended known = ended.get(id);
    if (known != null && known.sent.report(from, session, pair, bytes)) {
      ended.put(id, new Ended(known.figures.withSent(pair, known.sent.of(pair)), known.sent));
      endedChanged = true;
    }
  }

  /** Forgets shuffles that no live agent holds and of which no report has come for long; gives their names. */
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

  /** Forgets what a slice's agent said of any shuffle. */
  public void forget(SliceId slice) {
    for (RunningShuffle shuffle : active.values()) {
      shuffle.forget(slice);
      noteOutstanding(shuffle);
    }
  }

  /** Keeps the account of outstanding shuffles; called after every change of one. Whether it is outstanding. */
  boolean noteOutstanding(RunningShuffle shuffle) {
    boolean now = shuffle.noteOutstanding(lastNanos);
    if (now) {
      outstanding.add(shuffle.id());
    } else {
      outstanding.remove(shuffle.id());
    }
    return now;
  }

  /** The matrix of a shuffle has changed. Whether anything of it is left to send, or was until now: else there is nothing to schedule. */
  public boolean noteGrowth(RunningShuffle shuffle, long nowNanos) {
    boolean was = outstanding.contains(shuffle.id());
    shuffle.noteGrowth(nowNanos);
    return noteOutstanding(shuffle) || was;
  }

  /** When a shuffle was known last: now while one is, else when the last one ended or was forgotten; empty if none ever was. */
  public OptionalLong lastKnownNanos(long nowNanos) {
    Long last = active.isEmpty() ? lastGoneNanos : Long.valueOf(nowNanos);
    return last == null ? OptionalLong.empty() : OptionalLong.of(last);
  }

  /** Whether anything of a shuffle is left to send. */
  boolean isOutstanding(ShuffleId id) {
    return outstanding.contains(id);
  }

  public boolean anythingOutstanding() {
    return !outstanding.isEmpty();
  }

  /** Lets time pass; called before every change. */
  public void advance(long nowNanos) {
    if (!outstanding.isEmpty()) {
      outstandingNanos += Math.max(0, nowNanos - lastNanos);
    }
    lastNanos = Math.max(lastNanos, nowNanos);
  }

  /** A shuffle is over though not all of it has arrived; reported with its end. */
  public void noteFailure() {
    failures++;
  }

  /** Sums over all time. */
  public WorkTotals totals() {
    return new WorkTotals(outstandingNanos / 1e9, endings, failures);
  }
}
