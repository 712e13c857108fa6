package dev.terra.controller.core.recurring;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.LinkedHashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.controller.core.queue.PlacedQueues;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.JobPattern;
import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

/**
 * The jobs that recur, and their runs. A run is what is waited for as a whole: an application of Spark or MapReduce, or a DAG of Tez. Runs
 * are grouped only by what YARN returns about an application. A run that may have begun under another controller does not count. This class
 * is used on the controller's thread only, except for {@link #figures()}.
 */
public final class RecurringBook {
  /** The most jobs whose state is kept. They take at most 2 MiB of history. */
  static final int MOST_GROUPS = 200;
  /** The most runs at a time. Further runs have their usual settings, and do not count. */
  static final int MOST_RUNS = 1_000;
  /** By this time after the controller's start, agents that were attached to another controller have returned. */
  private static final double TAKEN_OVER_SECONDS = ProtocolTiming.CONTROL_LEASE.nanos() / 1e9;

  private final RecurringSettings settings;
  private final Inputs inputs;
  private final Effects effects;
  private final DoubleSupplier gaussian;
  /** The jobs by pattern. The job that ran last is at the end. */
  private final Map<JobPattern, RecurringGroup> groups = new LinkedHashMap<>();
  private final Map<String, RecurringRun> runs = new HashMap<>();
  /** Runs that have ended, or do not count, by the name of their job. */
  private final Map<String, Boolean> over = new BoundedMap<>(ShuffleBook.ENDED_SHUFFLES);
  private volatile ImmutableList<RecurringFigures> figures = ImmutableList.of();

  /**
   * The sources of runs and of what they cost.
   *
   * @param terms the terms of queues, by the queues' names without their root
   */
  public record Inputs(ShuffleBook shuffles, PlacedQueues queues, Wan wan, Map<String, PartialTerms> terms) {}

  /** Creates a book without jobs. The argument draws from the standard normal distribution. */
  public RecurringBook(RecurringSettings settings, Inputs inputs, Effects effects, DoubleSupplier gaussian) {
    this.settings = settings;
    this.inputs = inputs;
    this.effects = effects;
    this.gaussian = gaussian;
  }

  /** Takes over what an earlier controller has learned. Jobs that have run since are left as they are. */
  public void restore(List<RecurringState> states) {
    states.forEach(state -> {
      if (!groups.containsKey(state.job())) {
        put(state.job(), new RecurringGroup(state, settings.window()));
      }
    });
    publish();
  }

  /**
   * Detects runs that begin, return to their usual settings, or end. This method is called on every tick and before every round, after the
   * queues have been updated.
   */
  public void follow(long nowNanos) {
    if (settings.queues().isEmpty()) {
      return;
    }
    inputs.shuffles.active().forEach(shuffle -> join(shuffle, nowNanos));
    Iterator<Map.Entry<String, RecurringRun>> each = runs.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<String, RecurringRun> run = each.next();
      if (run.getValue().goesOn(inputs.shuffles, inputs.wan, nowNanos)) {
        returnEarly(run.getKey(), run.getValue(), nowNanos);
      } else {
        each.remove();
        end(run.getKey(), run.getValue(), nowNanos);
      }
    }
  }

  private void join(RunningShuffle shuffle, long nowNanos) {
    RecurringRun run = runs.get(shuffle.job());
    if (run != null) {
      run.has(shuffle, nowNanos);
    } else if (!over.containsKey(shuffle.job())) {
      pattern(shuffle).ifPresent(pattern -> begin(shuffle, pattern, nowNanos));
    }
  }

  private Optional<JobPattern> pattern(RunningShuffle shuffle) {
    ShuffleDescriptor descriptor = shuffle.descriptor();
    if (descriptor.observed() || descriptor.equals(ShuffleDescriptor.unknown(shuffle.id()))) {
      return Optional.empty();
    }
    return inputs.queues.owner(shuffle).flatMap(owner -> inputs.queues.name(shuffle)
        .map(name -> new JobPattern(owner.user(), QueueSettings.name(owner.queue()), NamePattern.of(name))))
        .filter(pattern -> settings.queues().containsKey(pattern.queue()));
  }

  private void begin(RunningShuffle shuffle, JobPattern pattern, long nowNanos) {
    if (runs.size() >= MOST_RUNS || shuffle.arrivalSeconds() < TAKEN_OVER_SECONDS) {
      over.put(shuffle.job(), true);
      return;
    }
    RecurringGroup group = group(pattern);
    RecurringRun run =
        new RecurringRun(group, group.begin(Objects.requireNonNull(settings.queues().get(pattern.queue())), gaussian));
    run.has(shuffle, nowNanos);
    runs.put(shuffle.job(), run);
    if (run.tried().isPresent()) {
      effects.timer().request(nowNanos);
    }
    publish();
  }

  /** Returns the group of a pattern, and makes it the youngest. */
  private RecurringGroup group(JobPattern pattern) {
    double usual = inputs.terms.getOrDefault(pattern.queue(), PartialTerms.NONE).goal().usdPerHour();
    RecurringGroup.Setup setup = new RecurringGroup.Setup(KnobGrid.of(settings, usual), settings.weights(), settings.window());
    RecurringGroup known = groups.remove(pattern);
    RecurringGroup group = known == null ? new RecurringGroup(pattern, setup) : known;
    group.follow(setup);
    put(pattern, group);
    return group;
  }

  /**
   * Adds a group. If there are too many groups, the oldest group of the user with the most groups is dropped, so that no user pushes out
   * what others' jobs have learned.
   */
  private void put(JobPattern pattern, RecurringGroup group) {
    groups.put(pattern, group);
    if (groups.size() > MOST_GROUPS) {
      Multiset<String> byUser = LinkedHashMultiset.create();
      groups.keySet().forEach(each -> byUser.add(each.user()));
      String user = Multisets.copyHighestCountFirst(byUser).iterator().next();
      groups.keySet().stream().filter(each -> each.user().equals(user)).findFirst().ifPresent(groups::remove);
    }
  }

  private void returnEarly(String job, RecurringRun run, long nowNanos) {
    if (run.returnIfTooDear(inputs.wan, nowNanos)) {
      effects.events().add(nowNanos, EventKind.RECURRING_RETURNED, job, "the run would cost twice as much as the best run with "
          + run.choice() + ", and continues with the usual settings");
      effects.timer().request(nowNanos);
    }
  }

  private void end(String job, RecurringRun run, long nowNanos) {
    over.put(job, true);
    if (run.end()) {
      effects.events().add(nowNanos, EventKind.RECURRING_RESTARTED, job,
          "two of its last three runs cost a quarter more than others with the same settings, or a fifth less: all settings are tried "
              + "again");
    }
    publish();
  }

  /** Returns the shuffles of which no chunk is to be compressed because their runs try that. */
  public Set<ShuffleId> asIs() {
    return runs.values().stream().filter(run -> run.tried().filter(choice -> !choice.compressed()).isPresent())
        .flatMap(run -> run.shuffles().stream()).collect(Collectors.toUnmodifiableSet());
  }

  /** Returns what an hour is worth to a shuffle whose run tries another value than the usual one, in US dollars. */
  public OptionalDouble usdPerHour(RunningShuffle shuffle) {
    Optional<KnobChoice> tried = Optional.ofNullable(runs.get(shuffle.job())).flatMap(RecurringRun::tried);
    return tried.isPresent() ? OptionalDouble.of(tried.get().usdPerHour()) : OptionalDouble.empty();
  }

  private void publish() {
    figures = groups.entrySet().stream()
        .map(group -> group.getValue().figures(settings.queues().get(group.getKey().queue()) == RecurringSettings.Mode.OBSERVE))
        .collect(ImmutableList.toImmutableList());
  }

  /** The figures of all jobs that recur, with the job that ran last at the end. This method may be called on any thread. */
  public ImmutableList<RecurringFigures> figures() {
    return figures;
  }
}
