package dev.terra.controller.core.turn;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.List;

/** The messages for agents, in order, until the owner of the state drains them. */
public final class AgentOutbox {
  private final List<AgentNews> news = new ArrayList<>();
  /** Parts of submitted shuffles. Agents get them after their rates. Otherwise, all transfers would begin at once on every path. */
  private final List<AgentNews> afterRound = new ArrayList<>();

  public void send(long stream, ControllerMessage.Builder message) {
    news.add(AgentNews.send(stream, message.build()));
  }

  public void end(long stream, String why) {
    news.add(AgentNews.end(stream, why));
  }

  /** Keeps a part until {@link #roundOver} is called. */
  public void sendAfterRound(long stream, SubmittedPart part) {
    afterRound.add(AgentNews.send(stream, ControllerMessage.newBuilder().setSubmitted(part).build()));
  }

  /** Drops the kept parts of a shuffle that is over. */
  public void dropParts(ShuffleId id) {
    afterRound.removeIf(part -> part.command().orElseThrow().getSubmitted().getShuffle().equals(id.value()));
  }

  /** Notes that a round's rates are in the outbox. The parts that were kept for the round follow them. */
  public void roundOver() {
    news.addAll(afterRound);
    afterRound.clear();
  }

  /** Returns all messages to send, and empties the outbox. */
  public List<AgentNews> drain() {
    List<AgentNews> drained = List.copyOf(news);
    news.clear();
    return drained;
  }
}
