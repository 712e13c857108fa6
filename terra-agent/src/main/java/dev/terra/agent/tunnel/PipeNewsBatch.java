package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeNumber;
import dev.terra.api.v1.PipeNews;
import dev.terra.core.limit.BoundedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * News of pipes that are sent together: a silent link causes news of hundreds of pipes, which fit into few messages. Only the last news of
 * each pipe is kept.
 */
final class PipeNewsBatch {
  /** The most numbers in one message. Each number takes 18 bytes in it. */
  static final int MOST_NUMBERS = 4_096;

  private record Kind(PipeNews.State state, String reason) {}

  private final Map<PipeNumber, Kind> waiting = new LinkedHashMap<>();

  /** Adds news. Returns true if no other news was waiting. */
  boolean add(PipeNumber number, PipeNews.State state, String reason) {
    boolean first = waiting.isEmpty();
    waiting.put(number, new Kind(state, BoundedText.of(reason)));
    return first;
  }

  /** Returns messages with all waiting news, and removes the news. */
  List<PipeNews> take() {
    Map<Kind, PipeNews.Builder> open = new LinkedHashMap<>();
    List<PipeNews> messages = new ArrayList<>();
    waiting.forEach((number, kind) -> {
      PipeNews.Builder message = open.computeIfAbsent(kind, key -> PipeNews.newBuilder().setState(key.state).setReason(key.reason));
      message.addNumbers(number.bytes());
      if (message.getNumbersCount() == MOST_NUMBERS) {
        messages.add(open.remove(kind).build());
      }
    });
    waiting.clear();
    open.values().forEach(message -> messages.add(message.build()));
    return messages;
  }
}
