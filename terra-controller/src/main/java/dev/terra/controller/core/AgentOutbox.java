package dev.terra.controller.core;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.List;

/** What agents are to be told, in order, until the owner of the state drains it. */
final class AgentOutbox {
  private final List<AgentNews> news = new ArrayList<>();
  /** Parts of submitted shuffles: agents get them when they have the rates, or all would begin at once on every path. */
  private final List<AgentNews> afterRound = new ArrayList<>();

  void send(long stream, ControllerMessage.Builder message) {
    news.add(AgentNews.send(stream, message.build()));
  }

  void end(long stream, String why) {
    news.add(AgentNews.end(stream, why));
  }

  /** Keeps a part for when {@link #roundOver} is said. */
  void sendAfterRound(long stream, SubmittedPart part) {
    afterRound.add(AgentNews.send(stream, ControllerMessage.newBuilder().setSubmitted(part).build()));
  }

  /** A shuffle is over: what is kept of it need not be said. */
  void dropParts(ShuffleId id) {
    afterRound.removeIf(part -> part.command().orElseThrow().getSubmitted().getShuffle().equals(id.value()));
  }

  /** A round's rates are on their way: what was kept for it follows them. */
  void roundOver() {
    news.addAll(afterRound);
    afterRound.clear();
  }

  /** Everything to be said now; empties it. */
  List<AgentNews> drain() {
    List<AgentNews> drained = List.copyOf(news);
    news.clear();
    return drained;
  }
}
