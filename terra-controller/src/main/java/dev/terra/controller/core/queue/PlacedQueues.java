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
 * The queues that count for shuffles. A job names its queue itself. So with a {@link QueueSource}, only YARN's answer gives a shuffle the
 * terms of a queue, and until YARN has answered, the shuffle has no queue. Without a source, the queue that the job names counts. This
 * class is used on the controller's thread only.
 */
public final class PlacedQueues {
  private static final String TARGET = "ResourceManager";

  private final @Nullable QueueSource source;
  private final ShuffleBook shuffles;
  private final Predicate<ShuffleId> submitted;
  private final Effects effects;
  private final QueueQuestions questions = new QueueQuestions();
  private final List<YarnApplication> due = new ArrayList<>();
  /** Applications for which an event has reported that they claim a wrong queue. */
  private final Map<YarnApplication, Boolean> corrected = new BoundedMap<>(QueueQuestions.MOST_APPLICATIONS);
  private boolean answers = true;

  /**
   * Creates the queues of one controller's shuffles.
   *
   * @param submitted returns whether a job master submitted a shuffle; the job master chose the shuffle's name, which thus names no
   *     application
   */
  public PlacedQueues(@Nullable QueueSource source, ShuffleBook shuffles, Predicate<ShuffleId> submitted, Effects effects) {
    this.source = source;
    this.shuffles = shuffles;
    this.submitted = submitted;
    this.effects = effects;
  }

  /** Returns the queue whose terms a shuffle has. */
  public Optional<String> queue(RunningShuffle shuffle) {
    Optional<String> counts = source != null ? shuffle.placed().map(Owner::queue) : shuffle.queue();
    return counts.map(QueueSettings::name);
  }

  /**
   * Returns the sites where bytes of a shuffle may not be. While the queue of the shuffle is unknown, these are the sites that any queue
   * excludes.
   */
  public ImmutableSet<SiteId> avoided(RunningShuffle shuffle, Residency residency) {
    return submitted.test(shuffle.id()) ? ImmutableSet.of() : queue(shuffle).map(residency::avoided).orElseGet(residency::avoidedByAny);
  }

  /** Returns the user and the queue of a shuffle that count. It is empty if YARN decides this and has not answered yet. */
  public Optional<Owner> owner(RunningShuffle shuffle) {
    return source != null ? shuffle.placed() : Optional.of(shuffle.descriptor().owner());
  }

  /**
   * Returns the name of a shuffle's application. It is empty until YARN has returned the name, and if there is no source of YARN's answers.
   */
  public Optional<String> name(RunningShuffle shuffle) {
    return source == null ? Optional.empty() : application(shuffle).flatMap(questions::name);
  }

  /**
   * Assigns YARN's answers on applications to shuffles, and notes which applications to request from YARN. This method is called on every
   * tick and before every round.
   */
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
      effects.events().add(nowNanos, EventKind.QUEUE_CORRECTED, application.id(), "the job names the queue " + BoundedText.of(claim)
          + ", but YARN runs it in " + BoundedText.of(owner.queue()) + ", which counts");
    }
  }

  /** Requests the queues of the applications that are due. The answers are to be passed to {@link #answered}. */
  public void ask(BiConsumer<YarnApplication, QueueAnswer> host) {
    List<YarnApplication> now = List.copyOf(due);
    due.clear();
    if (source != null) {
      now.forEach(application -> source.ask(application, answer -> host.accept(application, answer)));
    }
  }

  /** Handles an answer. */
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
