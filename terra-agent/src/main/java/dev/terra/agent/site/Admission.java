package dev.terra.agent.site;

import com.google.common.base.Ticker;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.SegmentAnswers;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Admits the requests of other sites to the outbox. A request for which nothing is decided yet, as when its reader has not asked a handler
 * here first, is decided here: if it is small or cannot be carried, it is left to the stock path. A request for an output that its handler
 * is likely to report soon waits for a short time. An instance is used on the agent's thread only.
 */
public final class Admission {
  /** The longest time for which a request waits. Within this time, a handler finds and reports an output that was written. */
  private static final long TELL_NANOS = ProtocolTiming.OUTPUT_TOLD.nanos();
  /** The most requested segments that wait for a report of their handler. A stage requests a few thousand at once. */
  private static final int MAX_WAITING = 20_000;
  /** The most of these that one site has requested. */
  private static final int MAX_WAITING_OF_SITE = MAX_WAITING / 4;

  private final SiteShuffles shuffles;
  private final ShuffleDecisions decisions;
  private final Outlook outlook;
  private final Outbox outbox;
  private final SegmentAnswers answers;
  private final Events events;
  private final Ticker ticker;
  private final Map<Asked, Waiting> waiting = new LinkedHashMap<>();
  private final SiteCounts waitingOfSites = new SiteCounts(MAX_WAITING_OF_SITE);

  private record Asked(SegmentCopy key, SiteId by) {}

  private record Waiting(long wanted, long sinceNanos) {}

  /** Creates an admission that has received no requests yet. */
  public Admission(Books books, Outlook outlook, Events events, Ticker ticker) {
    this.decisions = books.decisions;
    this.shuffles = decisions.shuffles();
    this.outbox = books.outbox;
    this.answers = books.answers;
    this.outlook = outlook;
    this.events = events;
    this.ticker = ticker;
  }

  /** The parts that an admission changes. */
  public record Books(ShuffleDecisions decisions, Outbox outbox, SegmentAnswers answers) {}

  /** Accepts a site's request for segments, or its notice that it does not need them. */
  public void request(SiteId by, SegmentRequest request) {
    if (request.getFromCache()) {
      decisions.servedThere(by, copies(request), request.getWithdrawn());
      return;
    }
    if (!request.getUndecided()) {
      forget(by, request);
      if (request.getWithdrawn()) {
        decisions.withdrawn(new ShuffleId(request.getShuffle()), by, ticker.read());
      }
      decisions.askFurther(by, request.getWithdrawn() ? List.of() : copies(request));
      outbox.request(by, request);
      return;
    }
    SegmentRequest.Builder told = request.toBuilder().clearOutputs().clearWantedBytes();
    for (int i = 0; i < request.getOutputsCount(); i++) {
      SegmentCopy key = SegmentCopy.of(request, i);
      long wanted = i < request.getWantedBytesCount() ? request.getWantedBytes(i) : 0;
      if (!shuffles.mayStillTell(key) || !await(new Asked(key, by), wanted)) {
        told.addOutputs(request.getOutputs(i)).addWantedBytes(wanted);
      }
    }
    if (told.getOutputsCount() > 0) {
      decide(by, told.build());
    }
  }

  private static List<SegmentCopy> copies(SegmentRequest request) {
    return IntStream.range(0, request.getOutputsCount()).mapToObj(i -> SegmentCopy.of(request, i)).toList();
  }

  private void forget(SiteId by, SegmentRequest request) {
    for (int i = 0; i < request.getOutputsCount() && !waiting.isEmpty(); i++) {
      remove(new Asked(SegmentCopy.of(request, i), by));
    }
  }

  private boolean await(Asked asked, long wanted) {
    if (!waiting.containsKey(asked) && waiting.size() < MAX_WAITING && waitingOfSites.take(asked.by, 1)) {
      waiting.put(asked, new Waiting(wanted, ticker.read()));
    }
    return waiting.containsKey(asked);
  }

  private void remove(Asked asked) {
    if (waiting.remove(asked) != null) {
      waitingOfSites.release(asked.by, 1);
    }
  }

  /** Decides on the waiting requests whose outputs have been reported, or that have waited too long. It is to be called every 20 ms. */
  public void tick() {
    if (waiting.isEmpty()) {
      return;
    }
    long now = ticker.read();
    List<Map.Entry<Asked, Waiting>> due = new ArrayList<>();
    waiting.forEach((asked, wait) -> {
      if (now - wait.sinceNanos > TELL_NANOS || !shuffles.mayStillTell(asked.key)) {
        due.add(Map.entry(asked, wait));
      }
    });
    for (Map.Entry<Asked, Waiting> entry : due) {
      Asked asked = entry.getKey();
      remove(asked);
      decide(asked.by, asked.key.request().setUndecided(true).addOutputs(asked.key.output().toMessage())
          .addWantedBytes(entry.getValue().wanted).build());
    }
  }

  private void decide(SiteId by, SegmentRequest request) {
    ShuffleId id = new ShuffleId(request.getShuffle());
    Optional<SiteShuffle> shuffle = shuffles.known(id);
    if (shuffle.isEmpty()) {
      outbox.request(by, request);
      return;
    }
    List<SegmentCopy> keys = copies(request);
    count(shuffle.get(), by, keys);
    if (!decisions.decide(shuffle.get(), by)) {
      keys.forEach(key -> leave(by, key));
      return;
    }
    String obstacle = outlook.obstacle(id, by);
    if (obstacle.isEmpty()) {
      outbox.request(by, request);
    } else {
      events.add(AgentEventKind.STOCK, id.value(), keys.size() + " segments at " + by + ": " + obstacle);
      keys.forEach(key -> answers.decline(by, key, obstacle));
    }
  }

  private void count(SiteShuffle shuffle, SiteId by, List<SegmentCopy> keys) {
    decisions.placeOnDemand(shuffle, keys.get(0).segment().partitions(), by); // the partitions of one request are equal
    keys.stream().filter(key -> !outbox.knows(key, by)).forEach(key -> shuffle.asked(by, shuffles.find(key).partLength()));
  }

  private void leave(SiteId by, SegmentCopy key) {
    outbox.withdraw(key, by, shuffles.find(key).partLength());
    answers.bypass(by, key, "the shuffle is small, or the agent has not decided yet");
  }
}
