package dev.terra.controller.core;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.controller.core.OperatorCommand.SetTerms.Scope;
import dev.terra.core.shuffle.ShuffleId;
import java.util.function.BiConsumer;

/** The shuffles that an operator's commands are about. */
final class OperatorShuffles implements OperatorLevers.ShufflesHost {
  private final ShuffleBook shuffles;
  private final SubmissionBook submissions;
  private final AgentBook agents;
  private final BiConsumer<Long, ControllerMessage.Builder> send;

  /** Messages for an agent's stream go to {@code send}. */
  OperatorShuffles(
      ShuffleBook shuffles, SubmissionBook submissions, AgentBook agents, BiConsumer<Long, ControllerMessage.Builder> send) {
    this.shuffles = shuffles;
    this.submissions = submissions;
    this.agents = agents;
    this.send = send;
  }

  @Override
  public boolean isRunning(Scope scope, String name) {
    return shuffles.active().stream()
        .anyMatch(shuffle -> (scope == Scope.SHUFFLE ? shuffle.id().value() : shuffle.job()).equals(name));
  }

  @Override
  public void cancel(ShuffleId id, long nowNanos) {
    if (!submissions.cancel(id, nowNanos) && shuffles.end(id)) {
      agents.live().forEach(agent ->
          send.accept(agent.stream(), ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(id.value()))));
    }
  }
}
