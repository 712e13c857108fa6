package dev.terra.rest.stream;

import dev.terra.rest.rows.AgentRow;
import dev.terra.rest.rows.ChangeRow;
import dev.terra.rest.rows.EventRow;
import dev.terra.rest.rows.LinkRow;
import dev.terra.rest.rows.RerouteRow;
import dev.terra.rest.rows.ShuffleRow;
import dev.terra.rest.rows.SnapshotRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The state that all viewers have received, from which changes are computed. */
final class StreamState {
  private SnapshotRow told;

  StreamState(SnapshotRow first) {
    this.told = first;
  }

  SnapshotRow told() {
    return told;
  }

  /** Returns the changes from the state that was sent to a new one, which then counts as sent. */
  ChangeRow to(SnapshotRow now) {
    SnapshotRow before = told;
    told = now;
    Set<String> gone = ids(before.shuffles());
    gone.removeAll(ids(now.shuffles()));
    return new ChangeRow(now.session(), now.version(), now.at(), now.status(), differing(before.links(), now.links(), LinkRow::id),
        differing(before.agents(), now.agents(), AgentRow::site), differing(before.shuffles(), now.shuffles(), ShuffleRow::id),
        List.copyOf(gone), newer(now.events(), event -> event.number() > lastNumber(before.events(), EventRow::number)),
        newer(now.reroutes(), reroute -> reroute.number() > lastNumber(before.reroutes(), RerouteRow::number)));
  }

  private static Set<String> ids(List<ShuffleRow> rows) {
    Set<String> ids = new HashSet<>();
    rows.forEach(row -> ids.add(row.id()));
    return ids;
  }

  private static <T> List<T> differing(List<T> before, List<T> now, Function<T, String> id) {
    if (before == now) {
      return List.of();
    }
    Map<String, T> known = new HashMap<>();
    before.forEach(row -> known.put(id.apply(row), row));
    return now.stream().filter(row -> !row.equals(known.get(id.apply(row)))).toList();
  }

  private static <T> List<T> newer(List<T> rows, Predicate<T> isNew) {
    return rows.stream().filter(isNew).toList();
  }

  private static <T> long lastNumber(List<T> rows, Function<T, Long> number) {
    return rows.isEmpty() ? 0 : number.apply(rows.get(rows.size() - 1));
  }
}
