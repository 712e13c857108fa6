package dev.terra.controller.core.operate;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.submit.SubmissionBook;
import dev.terra.controller.core.turn.AgentOutbox;
import dev.terra.core.shuffle.ShuffleId;
import java.util.List;

/** Finds and cancels the shuffles that operators' commands are about. */
public final class OperatorShuffles implements OperatorLevers.ShufflesHost {
  private final ShuffleBook shuffles;
  private final SubmissionBook submissions;
  private final AgentBook agents;
  private final AgentOutbox outbox;

  public OperatorShuffles(ShuffleBook shuffles, SubmissionBook submissions, AgentBook agents, AgentOutbox outbox) {
    this.shuffles = shuffles;
    this.submissions = submissions;
    this.agents = agents;
    this.outbox = outbox;
  }

  @Override
  public boolean isRunning(Scope scope, String name) {
    return shuffles.active().stream()
        .anyMatch(shuffle -> (scope == Scope.SHUFFLE ? shuffle.id().value() : shuffle.job()).equals(name));
  }

  @Override
  public List<ShuffleId> submitted(String job) {
    return shuffles.active().stream().filter(shuffle -> shuffle.job().equals(job)).map(RunningShuffle::id).filter(submissions::knows)
        .toList();
  }

  @Override
  public void cancel(ShuffleId id, long nowNanos) {
    shuffles.advance(nowNanos);
    if (!submissions.cancel(id, nowNanos) && shuffles.end(id)) {
      agents.live().forEach(agent ->
          outbox.send(agent.stream(), ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(id.value()))));
    }
  }
}
