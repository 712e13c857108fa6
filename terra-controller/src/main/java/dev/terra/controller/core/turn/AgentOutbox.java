package dev.terra.controller.core.turn;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.List;

/** Messages for agents, in order, until the owner of the state drains them. */
public final class AgentOutbox {
  private final List<AgentNews> news = new ArrayList<>();
  /** Parts of submitted shuffles: agents get them when they have the rates, or all would begin at once on every path. */
  private final List<AgentNews> afterRound = new ArrayList<>();

  public void send(long stream, ControllerMessage.Builder message) {
    news.add(AgentNews.send(stream, message.build()));
  }

  public void end(long stream, String why) {
    news.add(AgentNews.end(stream, why));
  }

  /** Keeps a part for when {@link #roundOver} is said. */
  public void sendAfterRound(long stream, SubmittedPart part) {
    afterRound.add(AgentNews.send(stream, ControllerMessage.newBuilder().setSubmitted(part).build()));
  }

  /** A shuffle is over: what is kept of it need not be said. */
  public void dropParts(ShuffleId id) {
    afterRound.removeIf(part -> part.command().orElseThrow().getSubmitted().getShuffle().equals(id.value()));
  }

  /** A round's rates are on their way: what was kept for it follows them. */
  public void roundOver() {
    news.addAll(afterRound);
    afterRound.clear();
  }

  /** Everything to be said now; empties it. */
  public List<AgentNews> drain() {
    List<AgentNews> drained = List.copyOf(news);
    news.clear();
    return drained;
  }
}
