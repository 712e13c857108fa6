package dev.terra.rest.stream;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventKind;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Problem;
import dev.terra.rest.http.HttpStream;
import dev.terra.rest.json.RestJson;
import dev.terra.rest.read.Snapshots;
import dev.terra.rest.read.ViewFollower;
import dev.terra.rest.rows.ChangeRow;
import dev.terra.rest.rows.SnapshotRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends changes to all viewers once a second, and the same bytes to each. The arrival or loss of a link or an agent is sent at once,
 * but at most once between two regular messages. Without viewers, nothing is encoded. Its state belongs to the executor's one thread.
 */
public final class StreamHub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamHub.class);
  /** The most viewers at once. This suffices for a wall of screens and a few people. */
  public static final int MOST_VIEWERS = 64;
  /** The most bytes that may wait for a viewer that reads slowly: some snapshots of the largest WANs. */
  static final long MOST_UNSENT_BYTES = 4 << 20;
  /** The most changes that are kept for viewers that reconnect. They cover a minute. */
  static final int MOST_CHANGES = 60;
  private static final long PERIOD_MILLIS = 1_000;
  /** How often the hub checks for events that are sent at once, in milliseconds. */
  private static final long LOOK_MILLIS = 100;
  private static final long LOOKS_PER_PERIOD = PERIOD_MILLIS / LOOK_MILLIS;
  /** The kinds of events that an operator should see at once. */
  private static final Set<EventKind> URGENT =
      Set.of(EventKind.LINK_DOWN, EventKind.LINK_UP, EventKind.AGENT_LOST, EventKind.AGENT_JOINED);
  /** After this many periods, each viewer's right to read is checked again. */
  private static final int CHECK_PERIODS = 5;
  /** The time in which a viewer that is dropped can read the reason, in seconds. */
  private static final long GOODBYE_SECONDS = 5;
  private static final long GOODBYE_PERIODS = GOODBYE_SECONDS * 1_000 / PERIOD_MILLIS;

  private final ViewFollower follower;
  private final Snapshots snapshots;
  private final ScheduledExecutorService executor;
  private final List<Viewer> viewers = new ArrayList<>();
  private final List<Leaving> leaving = new ArrayList<>();
  private final AtomicInteger count;
  private final Deque<Sent> sent = new ArrayDeque<>();
  private final Periodic ticks;
  /** What the viewers have received; null while there is no viewer. */
  private @Nullable StreamState state;
  private @Nullable Content snapshot;
  private long periods;
  private long looks;
  private boolean sentBetween;

  /** A viewer that was asked to leave, and the period until which it can read the reason. */
  private record Leaving(HttpStream stream, long untilPeriod) {}

  private record Viewer(HttpStream stream, BooleanSupplier allowed) {}

  /** A change that was sent. It is the next change for a viewer that has the version before it. */
  private record Sent(String before, Content content) {}

  /** The message that is sent if nothing has changed. */
  private record AliveRow(String session, long version, Instant at) {}

  /** The last message to a viewer. */
  private record ByeRow(String reason) {}

  /**
   * Creates a hub and starts it.
   *
   * @param executor an executor with one thread, which the caller stops
   * @param count is set to the number of viewers, including those that are about to join
   */
  public StreamHub(ViewFollower follower, Snapshots snapshots, ScheduledExecutorService executor, AtomicInteger count) {
    this.follower = follower;
    this.snapshots = snapshots;
    this.executor = executor;
    this.count = count;
    this.ticks = Periodic.every(executor, LOOK_MILLIS, TimeUnit.MILLISECONDS, new Guard("an update of viewers", LOG::error),
        this::look);
  }

  /**
   * Takes a place for one more viewer, which must {@link #join} whatever becomes of its connection.
   *
   * @throws Problem if there are too many viewers
   */
  public void takeRoom() {
    if (count.incrementAndGet() > MOST_VIEWERS) {
      count.decrementAndGet();
      throw Problem.later(429, MOST_VIEWERS + " clients watch already; close a page, or poll /api/v1/snapshot", 10);
    }
  }

  /**
   * Begins to send to a viewer, for which a place was taken.
   *
   * @param lastId the id of the last message that it received before, if any
   * @param allowed returns whether it may still read
   */
  public void join(HttpStream stream, @Nullable String lastId, BooleanSupplier allowed) {
    try {
      executor.execute(() -> welcome(new Viewer(stream, allowed), lastId));
    } catch (RejectedExecutionException e) {
      count.decrementAndGet();
      stream.end();
    }
  }

  private void welcome(Viewer viewer, @Nullable String lastId) {
    try {
      if (state == null) {
        state = new StreamState(snapshots.newest());
      }
      viewer.stream.send(new Content("retry: 1000\n\n".getBytes(StandardCharsets.UTF_8)));
      if (lastId == null || !resume(viewer, lastId)) {
        viewer.stream.send(snapshot());
      }
      viewers.add(viewer);
    } catch (RuntimeException e) {
      LOG.warn("a viewer is turned away", e);
      count.decrementAndGet();
      viewer.stream.end();
    }
  }

  private StreamState watched() {
    return Objects.requireNonNull(state, "a hub with viewers has a state");
  }

  private Content snapshot() {
    if (snapshot == null) {
      snapshot = message("snapshot", id(watched().told()), watched().told());
    }
    return snapshot;
  }

  /** Sends what followed a message. Returns false if that message is not kept. */
  private boolean resume(Viewer viewer, String lastId) {
    if (lastId.equals(id(watched().told()))) {
      return true;
    }
    boolean found = false;
    for (Sent change : sent) {
      found |= change.before.equals(lastId);
      if (found) {
        viewer.stream.send(change.content);
      }
    }
    return found;
  }

  private static String id(SnapshotRow row) {
    return row.session() + "-" + row.version();
  }

  private void look() {
    looks++;
    if (looks % LOOKS_PER_PERIOD == 0) {
      sentBetween = false;
      tick();
    } else if (!sentBetween && !viewers.isEmpty() && isUrgent()) {
      sentBetween = true;
      follower.follow();
      tell();
    }
  }

  private boolean isUrgent() {
    ControllerView now = follower.rows().view();
    long told = watched().told().status().lastEvent();
    return now.events().lastNumber() > told && now.events().after(told).stream().anyMatch(event -> URGENT.contains(event.kind()));
  }

  private void tick() {
    follower.follow();
    periods++;
    drop();
    if (viewers.isEmpty()) {
      state = null;
      snapshot = null;
      sent.clear();
      return;
    }
    tell();
  }

  private void tell() {
    Content news = news();
    for (Viewer viewer : List.copyOf(viewers)) {
      if (viewer.stream.unsentBytes() + news.length() > MOST_UNSENT_BYTES) {
        goodbye(viewer, "more than " + MOST_UNSENT_BYTES + " bytes wait to be read; connect again");
      } else {
        viewer.stream.send(news);
      }
    }
  }

  private Content news() {
    SnapshotRow told = watched().told();
    if (follower.rows().view().version() == told.version()) {
      return message("alive", null, new AliveRow(told.session(), told.version(), told.at()));
    }
    ChangeRow change = watched().to(snapshots.newest());
    snapshot = null;
    Content content = message("change", id(watched().told()), change);
    sent.addLast(new Sent(id(told), content));
    if (sent.size() > MOST_CHANGES) {
      sent.removeFirst();
    }
    return content;
  }

  private void drop() {
    leaving.stream().filter(gone -> gone.untilPeriod <= periods).forEach(gone -> gone.stream.cut());
    leaving.removeIf(gone -> gone.untilPeriod <= periods);
    for (Viewer viewer : List.copyOf(viewers)) {
      if (!viewer.stream.isOpen()) {
        leave(viewer);
      } else if (periods % CHECK_PERIODS == 0 && !viewer.allowed.getAsBoolean()) {
        goodbye(viewer, "your token is no longer valid");
      }
    }
  }

  private void leave(Viewer viewer) {
    if (viewers.remove(viewer)) {
      count.decrementAndGet();
    }
  }

  private void goodbye(Viewer viewer, String reason) {
    leave(viewer);
    viewer.stream.send(message("bye", null, new ByeRow(reason)));
    viewer.stream.end();
    leaving.add(new Leaving(viewer.stream, periods + GOODBYE_PERIODS));
  }

  private static Content message(String event, @Nullable String id, Object data) {
    byte[] head = ((id == null ? "" : "id: " + id + "\n") + "event: " + event + "\ndata: ").getBytes(StandardCharsets.UTF_8);
    byte[] json = RestJson.bytes(data);
    byte[] all = new byte[head.length + json.length + 2];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(json, 0, all, head.length, json.length);
    all[all.length - 2] = '\n';
    all[all.length - 1] = '\n';
    return new Content(all);
  }

  /** Sends a last message to all viewers, and ends their streams. */
  @Override
  public void close() {
    ticks.cancel();
    try {
      executor.submit(() -> List.copyOf(viewers).forEach(viewer -> {
        viewer.stream.send(message("bye", null, new ByeRow("the controller stops")));
        viewer.stream.end();
        leave(viewer);
      })).get(GOODBYE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
      LOG.debug("viewers were not notified that the controller is stopping: {}", e.toString());
    }
  }
}
