package dev.terra.controller;

import com.google.common.collect.ImmutableList;
import dev.terra.config.ConfigException;
import dev.terra.config.Key;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.core.failure.Failures;
import dev.terra.core.latency.ClassAssignment;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.ClassWeights;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The key {@code classes} of a controller's configuration. */
public final class ClassesConfig {
  private static final String JOBS = "classes.jobs";
  private static final String TARGETS = "classes.targets";
  private static final double NANOS_PER_MILLI = 1e6;

  private ClassesConfig() {}

  /** The keys of {@code classes}. The value of a missing key is null. */
  public record Keys(
      @Key(value = "the DSCP, 0 to 63, that marks the packets of each class; three different ones",
          otherwise = "`{interactive: 18, normal: 0, bulk: 1}`")
          @Nullable OfEach marks,
      @Key(value = "the weights, 1 to 100, by which the classes that wait for a link share it, in networks that keep classes",
          otherwise = "`{interactive: 8, normal: 4, bulk: 1}`")
          @Nullable OfEach weights,
      @Key(value = "by class, the jobs whose small fetches have the class: a list of entries with a `queue`, a `user` or both. An entry "
          + "with both counts before one with a user, and that before one with a queue",
          otherwise = "none: all jobs' are `normal`")
          @Nullable Jobs jobs,
      @Key(value = "the promises of `interactive` and `normal`: for each of them, a list of entries with `percentile` (50 to below 100), "
          + "`bytes`, `millis`, and for a pair of sites `from` and `to`. This percentage of the fetches of up to `bytes` bytes takes less "
          + "than `millis` ms; fetches n times as large may take n times as long",
          otherwise = "none: nothing is promised, and each fetch is admitted to its class")
          @Nullable Targets targets) {}

  record OfEach(@Nullable Integer interactive, @Nullable Integer normal, @Nullable Integer bulk) {
    int interactiveOr(int usual) {
      return Objects.requireNonNullElse(interactive, usual);
    }

    int normalOr(int usual) {
      return Objects.requireNonNullElse(normal, usual);
    }

    int bulkOr(int usual) {
      return Objects.requireNonNullElse(bulk, usual);
    }
  }

  record Jobs(@Nullable List<JobKeys> interactive, @Nullable List<JobKeys> normal, @Nullable List<JobKeys> bulk) {}

  record JobKeys(@Nullable String queue, @Nullable String user) {}

  record Targets(@Nullable List<TargetKeys> interactive, @Nullable List<TargetKeys> normal) {}

  record TargetKeys(
      @Nullable Double percentile, @Nullable Long bytes, @Nullable Double millis, @Nullable String from, @Nullable String to) {}

  /**
   * Returns the latency classes that the keys describe.
   *
   * @param keys the keys; null if the configuration has none
   * @throws ConfigException if a value is out of range, or contradicts another one
   */
  static LatencyClasses of(@Nullable Keys keys) {
    if (keys == null) {
      return LatencyClasses.USUAL;
    }
    ClassMarks marks = checked("classes.marks", () -> marks(keys.marks()));
    ClassWeights weights = checked("classes.weights", () -> weights(keys.weights()));
    return checked("classes", () -> new LatencyClasses(marks, weights, assignments(keys.jobs()), targets(keys.targets())));
  }

  private static <T> T checked(String key, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey(key, Failures.inWords(e));
    }
  }

  private static ClassMarks marks(@Nullable OfEach given) {
    ClassMarks usual = ClassMarks.USUAL;
    return given == null ? usual
        : new ClassMarks(given.interactiveOr(usual.interactive()), given.normalOr(usual.normal()), given.bulkOr(usual.bulk()));
  }

  private static ClassWeights weights(@Nullable OfEach given) {
    ClassWeights usual = ClassWeights.USUAL;
    return given == null ? usual
        : new ClassWeights(given.interactiveOr(usual.interactive()), given.normalOr(usual.normal()), given.bulkOr(usual.bulk()));
  }

  private static ImmutableList<ClassAssignment> assignments(@Nullable Jobs jobs) {
    List<ClassAssignment> all = new ArrayList<>();
    if (jobs != null) {
      add(all, LatencyClass.INTERACTIVE, jobs.interactive());
      add(all, LatencyClass.NORMAL, jobs.normal());
      add(all, LatencyClass.BULK, jobs.bulk());
    }
    all.sort(Comparator.comparing((ClassAssignment each) -> each.user() == null).thenComparing(each -> each.queue() == null));
    return ImmutableList.copyOf(all);
  }

  private static void add(List<ClassAssignment> all, LatencyClass latencyClass, @Nullable List<JobKeys> jobs) {
    for (JobKeys job : jobs == null ? List.<JobKeys>of() : jobs) {
      String queue = job.queue() == null ? null : QueueSettings.name(job.queue());
      all.add(checked(JOBS + "." + latencyClass.word(), () -> new ClassAssignment(queue, job.user(), latencyClass)));
    }
  }

  private static ImmutableList<LatencyTarget> targets(@Nullable Targets targets) {
    ImmutableList.Builder<LatencyTarget> all = ImmutableList.builder();
    if (targets != null) {
      add(all, LatencyClass.INTERACTIVE, targets.interactive());
      add(all, LatencyClass.NORMAL, targets.normal());
    }
    return all.build();
  }

  private static void add(ImmutableList.Builder<LatencyTarget> all, LatencyClass latencyClass, @Nullable List<TargetKeys> targets) {
    String key = TARGETS + "." + latencyClass.word();
    for (TargetKeys target : targets == null ? List.<TargetKeys>of() : targets) {
      all.add(checked(key, () -> new LatencyTarget(latencyClass, given(key, "percentile", target.percentile()),
          given(key, "bytes", target.bytes()), limit(key, target), pair(key, target))));
    }
  }

  private static Duration limit(String key, TargetKeys target) {
    return Duration.ofNanos(Math.round(given(key, "millis", target.millis()) * NANOS_PER_MILLI));
  }

  private static @Nullable SitePair pair(String key, TargetKeys target) {
    if (target.from() == null && target.to() == null) {
      return null;
    }
    return new SitePair(new SiteId(given(key, "from", target.from())), new SiteId(given(key, "to", target.to())));
  }

  private static <T> T given(String key, String name, @Nullable T value) {
    if (value == null) {
      throw ConfigException.ofKey(key, "an entry has no '" + name + "'");
    }
    return value;
  }

  /**
   * Checks that all sites that the targets name are sites of a WAN.
   *
   * @throws ConfigException if a target names another site, or one site twice
   */
  public static void checkSites(LatencyClasses classes, Wan wan) {
    for (LatencyTarget target : classes.targets()) {
      SitePair pair = target.pair();
      if (pair != null && (!wan.contains(pair.from()) || !wan.contains(pair.to()) || pair.from().equals(pair.to()))) {
        throw ConfigException.ofKey(TARGETS + "." + target.latencyClass().word(),
            "expected two sites of " + wan.name() + ", got " + pair);
      }
    }
  }
}
