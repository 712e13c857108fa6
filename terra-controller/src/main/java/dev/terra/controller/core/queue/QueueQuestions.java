package dev.terra.controller.core.queue;

import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Determines which applications to request from YARN, and when, and holds YARN's answers. Times are nanoseconds that never go back. */
final class QueueQuestions {
  /** The most requests at a time. A ResourceManager answers in milliseconds, and has more to do than this. */
  static final int MOST_UNDER_WAY = 4;
  /** The most applications that are remembered. There may be as many shuffles. */
  static final int MOST_APPLICATIONS = ShuffleBook.SHUFFLES;
  /** How often an application is requested again. If it is moved to another queue, its running shuffles follow within this time. */
  static final long REFRESH_NANOS = 60_000_000_000L;
  /**
   * The time until the first repetition of a request without an answer. It doubles with each further failure, up to
   * {@link #MOST_RETRY_NANOS}.
   */
  static final long FIRST_RETRY_NANOS = 5_000_000_000L;
  /** The longest time until a repetition. A ResourceManager that was away is used again within this time. */
  static final long MOST_RETRY_NANOS = 60_000_000_000L;
  /** The most doublings. 5 s doubled this often are longer than a minute. */
  private static final int MOST_DOUBLINGS = 4;
  /** The time after which a request without an answer counts as failed. No source takes this long. */
  static final long LOST_NANOS = 60_000_000_000L;
  /** How long the answer for an application without a shuffle is kept. The application's next stage follows soon, or never. */
  static final long KEPT_NANOS = 600_000_000_000L;

  private static final class Entry {
    private @Nullable Owner owner;
    private String name = "";
    private boolean underWay;
    private int failures;
    private long dueNanos;
    private long askedNanos;
    private long seenNanos;

    private boolean isDue(long nowNanos) {
      return !underWay && dueNanos <= nowNanos && seenNanos == nowNanos;
    }

    private void failed(long nowNanos) {
      underWay = false;
      long pause = FIRST_RETRY_NANOS << Math.min(failures++, MOST_DOUBLINGS);
      dueNanos = nowNanos + Math.min(pause, MOST_RETRY_NANOS);
    }
  }

  private final Map<YarnApplication, Entry> entries = new LinkedHashMap<>();

  /**
   * Notes which applications shuffle, and returns those to request, which then count as requested. Applications without an answer come
   * first.
   */
  List<YarnApplication> next(Set<YarnApplication> shuffling, long nowNanos) {
    entries.values().removeIf(entry -> nowNanos - entry.seenNanos > KEPT_NANOS);
    if (entries.size() + shuffling.size() > MOST_APPLICATIONS) {
      entries.keySet().retainAll(shuffling);
    }
    shuffling.stream().limit(MOST_APPLICATIONS).forEach(application ->
        entries.computeIfAbsent(application, added -> new Entry()).seenNanos = nowNanos);
    entries.values().stream().filter(entry -> entry.underWay && nowNanos - entry.askedNanos >= LOST_NANOS)
        .forEach(entry -> entry.failed(nowNanos));
    long free = MOST_UNDER_WAY - entries.values().stream().filter(entry -> entry.underWay).count();
    List<YarnApplication> asked = entries.entrySet().stream().filter(each -> each.getValue().isDue(nowNanos))
        .sorted(Comparator.comparing((Map.Entry<YarnApplication, Entry> each) -> each.getValue().owner != null)
            .thenComparing(each -> each.getValue().dueNanos))
        .limit(Math.max(0, free)).map(Map.Entry::getKey).toList();
    asked.forEach(application -> asked(Objects.requireNonNull(entries.get(application)), nowNanos));
    return asked;
  }

  private static void asked(Entry entry, long nowNanos) {
    entry.underWay = true;
    entry.askedNanos = nowNanos;
  }

  /** Applies an answer. YARN's last answer with a queue holds until another one comes. */
  void answered(YarnApplication application, QueueAnswer answer, long nowNanos) {
    Entry entry = entries.get(application);
    if (entry == null) {
      return;
    }
    if (answer.owner().isEmpty()) {
      entry.failed(nowNanos);
    } else {
      entry.owner = answer.owner().get();
      entry.name = answer.name();
      entry.underWay = false;
      entry.failures = 0;
      entry.dueNanos = nowNanos + REFRESH_NANOS;
    }
  }

  /** Makes all failed requests due at once, because YARN answers again. */
  void retryAll(long nowNanos) {
    entries.values().stream().filter(entry -> entry.failures > 0).forEach(entry -> entry.dueNanos = nowNanos);
  }

  /** Returns the queue and the user for which YARN runs an application, if YARN has returned them. */
  Optional<Owner> owner(YarnApplication application) {
    return Optional.ofNullable(entries.get(application)).flatMap(entry -> Optional.ofNullable(entry.owner));
  }

  /** Returns the name that an application's runs have in common, if YARN has returned one. */
  Optional<String> name(YarnApplication application) {
    return Optional.ofNullable(entries.get(application)).map(entry -> entry.name).filter(name -> !name.isEmpty());
  }

  /** Returns how many applications are remembered. */
  int size() {
    return entries.size();
  }
}
