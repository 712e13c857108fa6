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

/** Which applications to ask YARN for, and when, and what it has answered. Times are nanoseconds that never go back. */
final class QueueQuestions {
  /** Questions under way: a ResourceManager answers in milliseconds, and has more to do than this. */
  static final int MOST_UNDER_WAY = 4;
  /** Applications that are remembered: as many as there may be shuffles. */
  static final int MOST_APPLICATIONS = ShuffleBook.SHUFFLES;
  /** An application may be moved to another queue; its running shuffles follow within this time. */
  static final long REFRESH_NANOS = 60_000_000_000L;
  /** The first repetition of a question without an answer; the pause doubles up to {@link #MOST_RETRY_NANOS}. */
  static final long FIRST_RETRY_NANOS = 5_000_000_000L;
  /** A ResourceManager that was away is used again within this time. */
  static final long MOST_RETRY_NANOS = 60_000_000_000L;
  /** 5 s doubled so often are longer than a minute. */
  private static final int MOST_DOUBLINGS = 4;
  /** An answer that has not come by then never comes: no source takes as long. */
  static final long LOST_NANOS = 60_000_000_000L;
  /** How long the answer for an application without a shuffle is kept: its next stage follows soon, or never. */
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

  /** Notes which applications shuffle, and gives those to ask for now: they count as asked. First come those without an answer. */
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

  /** Takes an answer. What YARN has said once holds until it says otherwise. */
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

  /** YARN answers again: all that waited for it is asked for at once. */
  void retryAll(long nowNanos) {
    entries.values().stream().filter(entry -> entry.failures > 0).forEach(entry -> entry.dueNanos = nowNanos);
  }

  /** Where YARN runs an application, as far as it has said so. */
  Optional<Owner> owner(YarnApplication application) {
    return Optional.ofNullable(entries.get(application)).flatMap(entry -> Optional.ofNullable(entry.owner));
  }

  /** The name that an application's runs have in common, as far as YARN has said one. */
  Optional<String> name(YarnApplication application) {
    return Optional.ofNullable(entries.get(application)).map(entry -> entry.name).filter(name -> !name.isEmpty());
  }

  /** How many applications are remembered. */
  int size() {
    return entries.size();
  }
}
