package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeNumber;
import dev.terra.api.v1.PipeNews;
import dev.terra.core.limit.BoundedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** News of pipes that go out together: a link that is silent is news of hundreds, in few messages. Keeps the last of each pipe. */
final class PipeNewsBatch {
  /** Each takes 18 bytes in a message. */
  static final int MOST_NUMBERS = 4_096;

  private record Kind(PipeNews.State state, String reason) {}

  private final Map<PipeNumber, Kind> waiting = new LinkedHashMap<>();

  /** Adds news; true if they are the first that wait. */
  boolean add(PipeNumber number, PipeNews.State state, String reason) {
    boolean first = waiting.isEmpty();
    waiting.put(number, new Kind(state, BoundedText.of(reason)));
    return first;
  }

  /** All that wait, which do so no more. */
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
