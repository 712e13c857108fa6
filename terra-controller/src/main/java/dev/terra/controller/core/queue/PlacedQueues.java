package dev.terra.controller.core.queue;

import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.EventKind;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queues that count. A job names its queue itself, so with a {@link QueueSource} only YARN's word gives a shuffle the terms of a
 * queue, and until YARN has spoken the shuffle has none. Without a source, the job's word counts. On the controller's thread.
 */
public final class PlacedQueues {
  private static final String TARGET = "ResourceManager";

  private final @Nullable QueueSource source;
  private final ShuffleBook shuffles;
  private final Predicate<ShuffleId> submitted;
  private final Effects effects;
  private final QueueQuestions questions = new QueueQuestions();
  private final List<YarnApplication> due = new ArrayList<>();
  /** Applications whose false claim an event has named. */
  private final Map<YarnApplication, Boolean> corrected = new BoundedMap<>(QueueQuestions.MOST_APPLICATIONS);
  private boolean answers = true;

  /**
   * The queues of one controller's shuffles.
   *
   * @param submitted whether a job master submitted a shuffle: it made the shuffle's name, which so names no application
   */
  public PlacedQueues(@Nullable QueueSource source, ShuffleBook shuffles, Predicate<ShuffleId> submitted, Effects effects) {
    this.source = source;
    this.shuffles = shuffles;
    this.submitted = submitted;
    this.effects = effects;
  }

  /** The queue whose terms a shuffle has. */
  public Optional<String> queue(RunningShuffle shuffle) {
    Optional<String> counts = source != null ? shuffle.placed().map(Owner::queue) : shuffle.queue();
    return counts.map(QueueSettings::name);
  }

  /** Where bytes of a shuffle may not be: while its queue is not known, wherever those of any queue may not. */
  public ImmutableSet<SiteId> avoided(RunningShuffle shuffle, Residency residency) {
    return submitted.test(shuffle.id()) ? ImmutableSet.of() : queue(shuffle).map(residency::avoided).orElseGet(residency::avoidedByAny);
  }

  /** Whose a shuffle is, as far as that counts; empty until YARN has said so, where it is asked. */
  public Optional<Owner> owner(RunningShuffle shuffle) {
    return source != null ? shuffle.placed() : Optional.of(shuffle.descriptor().owner());
  }

  /** The name of a shuffle's application; empty until YARN has said it, and where YARN is not asked. */
  public Optional<String> name(RunningShuffle shuffle) {
    return source == null ? Optional.empty() : application(shuffle).flatMap(questions::name);
  }

  /** Gives shuffles what YARN has said of their applications, and notes what is to be asked; on every tick and before every round. */
  public void follow(long nowNanos) {
    if (source == null) {
      return;
    }
    Set<YarnApplication> shuffling = new LinkedHashSet<>();
    for (RunningShuffle shuffle : shuffles.active()) {
      application(shuffle).ifPresent(application -> {
        shuffling.add(application);
        questions.owner(application).ifPresent(owner -> place(shuffle, application, owner, nowNanos));
      });
    }
    due.addAll(questions.next(shuffling, nowNanos));
  }

  private Optional<YarnApplication> application(RunningShuffle shuffle) {
    return shuffle.application().filter(application -> !submitted.test(shuffle.id()));
  }

  private void place(RunningShuffle shuffle, YarnApplication application, Owner owner, long nowNanos) {
    if (shuffle.place(owner)) {
      effects.timer().request(nowNanos);
    }
    String claim = shuffle.descriptor().owner().queue();
    boolean agrees = claim.isEmpty() || QueueSettings.name(claim).equals(QueueSettings.name(owner.queue()));
    if (!agrees && corrected.put(application, true) == null) {
      effects.events().add(nowNanos, EventKind.QUEUE_CORRECTED, application.id(), "it says that its queue is " + BoundedText.of(claim)
          + ", and YARN runs it in " + BoundedText.of(owner.queue()) + ", which counts");
    }
  }

  /** Asks what is due; answers are to come back to {@link #answered}. */
  public void ask(BiConsumer<YarnApplication, QueueAnswer> host) {
    List<YarnApplication> now = List.copyOf(due);
    due.clear();
    if (source != null) {
      now.forEach(application -> source.ask(application, answer -> host.accept(application, answer)));
    }
  }

  /** An answer has come. */
  public void answered(YarnApplication application, QueueAnswer answer, long nowNanos) {
    questions.answered(application, answer, nowNanos);
    answer.failure().ifPresentOrElse(why -> failed(why, nowNanos), () -> worked(nowNanos));
    follow(nowNanos);
  }

  private void failed(String why, long nowNanos) {
    if (answers) {
      answers = false;
      effects.events().add(nowNanos, EventKind.RESOURCE_MANAGER_PROBLEM, TARGET, why
          + "; jobs whose queue YARN has not confirmed have the priority and weight of no queue until it answers");
    }
  }

  private void worked(long nowNanos) {
    if (!answers) {
      answers = true;
      questions.retryAll(nowNanos);
      effects.events().add(nowNanos, EventKind.RESOURCE_MANAGER_ANSWERS, TARGET, "it answers again");
    }
  }
}
