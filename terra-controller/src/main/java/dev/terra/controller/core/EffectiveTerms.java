package dev.terra.controller.core;

import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.operate.OperatorTerms;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.SourcedTerms;
import dev.terra.controller.core.submit.SubmissionBook;
import dev.terra.controller.view.TermsSource;
import dev.terra.schedule.cost.CostGoal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Combines the terms that several sources set for a shuffle into those that take effect. */
final class EffectiveTerms {
  private final OperatorTerms operator;
  private final SubmissionBook submissions;
  private final Map<String, PartialTerms> queues;
  private final Function<RunningShuffle, Optional<String>> queueOf;
  private final Function<RunningShuffle, OptionalDouble> triedUsdPerHour;

  /**
   * Creates the terms of one controller's shuffles.
   *
   * @param queues the configured terms of queues
   * @param queueOf the queue that counts for a shuffle, as {@link QueueSettings#name} writes it
   * @param triedUsdPerHour what an hour is worth to a shuffle whose recurring job tries a value other than that of its queue
   */
  EffectiveTerms(OperatorTerms operator, SubmissionBook submissions, QueueSettings queues,
      Function<RunningShuffle, Optional<String>> queueOf, Function<RunningShuffle, OptionalDouble> triedUsdPerHour) {
    this.operator = operator;
    this.submissions = submissions;
    this.queues = queues.terms();
    this.queueOf = queueOf;
    this.triedUsdPerHour = triedUsdPerHour;
  }

  /**
   * Returns the terms of a shuffle. Those that an operator set for the shuffle or its job come first, then those of its submission, then
   * those of its queue.
   */
  SourcedTerms of(RunningShuffle shuffle) {
    String queue = queueOf.apply(shuffle).orElse("");
    SourcedTerms own = SourcedTerms.NONE.or(operator.of(Scope.SHUFFLE, shuffle.id().value()), TermsSource.OPERATOR)
        .or(operator.of(Scope.JOB, shuffle.job()), TermsSource.OPERATOR)
        .or(submissions.terms(shuffle.id()), TermsSource.SUBMISSION);
    SourcedTerms all = own.or(operator.of(Scope.QUEUE, queue), TermsSource.QUEUE)
        .or(queues.getOrDefault(queue, PartialTerms.NONE), TermsSource.QUEUE);
    OptionalDouble tried = triedUsdPerHour.apply(shuffle);
    return tried.isEmpty() || own.terms().saidGoal() != null ? all : new SourcedTerms(
        all.terms().withGoal(new CostGoal(tried.getAsDouble(), all.terms().goal().budget())), all.source());
  }
}
