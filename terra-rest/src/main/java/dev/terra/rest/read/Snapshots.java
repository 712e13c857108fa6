package dev.terra.rest.read;

import dev.terra.rest.api.Content;
import dev.terra.rest.api.Reply;
import dev.terra.rest.json.RestJson;
import dev.terra.rest.rows.EventRow;
import dev.terra.rest.rows.RerouteRow;
import dev.terra.rest.rows.ShuffleRow;
import dev.terra.rest.rows.SnapshotRow;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes snapshots of everything that a dashboard shows at first. A snapshot is encoded once for all that request it at the same time. */
public final class Snapshots {
  /** The most events in a snapshot, which is more than a page shows. */
  private static final int MOST_EVENTS = 200;
  private static final int MOST_REROUTES = 20;
  private static final int MOST_ENDED = 200;

  private final ViewFollower follower;
  private final IntSupplier viewers;
  private Reply.@Nullable Encoded encoded;
  private long encodedVersion;

  /** Creates the snapshots of one controller. */
  public Snapshots(ViewFollower follower, IntSupplier viewers) {
    this.follower = follower;
    this.viewers = viewers;
  }

  /** Returns the newest snapshot. */
  public SnapshotRow newest() {
    List<RerouteRow> reroutes = follower.reroutes();
    ViewRows rows = follower.rows();
    return new SnapshotRow(rows.session(), rows.view().version(), rows.at(), rows.status(viewers.getAsInt()), rows.links(), rows.agents(),
        shuffles(rows), events(rows), last(reroutes, MOST_REROUTES).stream().map(RerouteRow::brief).toList());
  }

  private static List<ShuffleRow> shuffles(ViewRows rows) {
    return Stream.concat(rows.running().stream(), last(rows.ended(), MOST_ENDED).stream()).toList();
  }

  private static List<EventRow> events(ViewRows rows) {
    long after = rows.view().events().lastNumber() - MOST_EVENTS;
    return rows.view().events().after(after).stream().map(rows::event).toList();
  }

  private static <T> List<T> last(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  /** Returns the newest snapshot, encoded. */
  public synchronized Reply encoded() {
    ViewRows rows = follower.rows();
    if (encoded == null || encodedVersion != rows.view().version()) {
      SnapshotRow newest = newest();
      byte[] bytes = RestJson.bytes(newest);
      encoded = new Reply.Encoded(new Content(bytes), new Content(RestJson.gzip(bytes)), newest.session() + "-" + newest.version());
      encodedVersion = newest.version();
    }
    return encoded;
  }
}
