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
 * Sends what changes to all who watch, once a second and the same bytes to each; that a link or an agent comes or goes is sent at once, but
 * not more than once in between. Without viewers nothing is encoded. Its state is its executor's one thread's.
 */
public final class StreamHub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamHub.class);
  /** The most viewers at once: a wall of screens and a few people. */
  public static final int MOST_VIEWERS = 64;
  /** What may wait for a viewer who reads slowly: some snapshots of the largest WANs. */
  static final long MOST_UNSENT_BYTES = 4 << 20;
  /** Changes that are kept for those who come again: a minute. */
  static final int MOST_CHANGES = 60;
  private static final long PERIOD_MILLIS = 1_000;
  /** How often it is looked for what is sent at once. */
  private static final long LOOK_MILLIS = 100;
  private static final long LOOKS_PER_PERIOD = PERIOD_MILLIS / LOOK_MILLIS;
  /** What an operator should see at once. */
  private static final Set<EventKind> URGENT =
      Set.of(EventKind.LINK_DOWN, EventKind.LINK_UP, EventKind.AGENT_LOST, EventKind.AGENT_JOINED);
  /** Whether a viewer may still look is checked every so many periods. */
  private static final int CHECK_PERIODS = 5;
  /** Time to tell a viewer that it is dropped. */
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
  /** Absent while there is no viewer. */
  private @Nullable StreamState state;
  private @Nullable Content snapshot;
  private long periods;
  private long looks;
  private boolean sentBetween;

  /** A viewer that was asked to leave, and until when it may read that. */
  private record Leaving(HttpStream stream, long untilPeriod) {}

  private record Viewer(HttpStream stream, BooleanSupplier allowed) {}

  /** A change that was sent: the next one for a viewer that has the version before it. */
  private record Sent(String before, Content content) {}

  /** The message of a time without changes. */
  private record AliveRow(String session, long version, Instant at) {}

  /** The last words. */
  private record ByeRow(String reason) {}

  /**
   * A hub that works from now on.
   *
   * @param executor of one thread, which is the caller's to stop
   * @param count is set to how many watch or are about to
   */
  public StreamHub(ViewFollower follower, Snapshots snapshots, ScheduledExecutorService executor, AtomicInteger count) {
    this.follower = follower;
    this.snapshots = snapshots;
    this.executor = executor;
    this.count = count;
    this.ticks = Periodic.every(executor, LOOK_MILLIS, TimeUnit.MILLISECONDS, new Guard("an update of those who watch", LOG::error),
        this::look);
  }

  /**
   * Takes the room of one more who watches, and who has to {@link #join} whatever becomes of its connection.
   *
   * @throws Problem if there are too many
   */
  public void takeRoom() {
    if (count.incrementAndGet() > MOST_VIEWERS) {
      count.decrementAndGet();
      throw Problem.later(429, MOST_VIEWERS + " watch already; close a page, or poll /api/v1/snapshot", 10);
    }
  }

  /**
   * Sends to a viewer from now on, for which room was taken.
   *
   * @param lastId of the last message that it got before, if any
   * @param allowed whether it may still look
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

  /** Sends what came after a message; false if that is not known. */
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
        goodbye(viewer, "more than " + MOST_UNSENT_BYTES + " bytes wait to be read; come again");
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

  /** Says goodbye to all. */
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
      LOG.debug("those who watch were not told that the controller stops: {}", e.toString());
    }
  }
}
