package dev.terra.core.shuffle;

import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The bytes of one shuffle from every producer to every consumer, as far as they are known: it grows while producers finish, and
 * bytes are acknowledged while they arrive. Ends are hosts, or anything else that is at one site, such as a reducer. Collapsed to
 * bundles, what stays within a site drops out; what goes to or comes from an end without a site yet is unplaced, and in no bundle.
 * Not thread-safe: one owner.
 */
public final class ShuffleMatrix {
  /** What a bundle collects: bytes not yet acknowledged, and the number of pairs of ends that have some. */
  public record Collapsed(long bytes, int flows) {}

  private record Pair(String from, String to) {}

  private final ShuffleId id;
  private final Map<String, SiteId> sites = new HashMap<>();
  private final Map<Pair, Long> unsent = new LinkedHashMap<>();

  /** An empty matrix. */
  public ShuffleMatrix(ShuffleId id) {
    this.id = Objects.requireNonNull(id, "id");
  }

  /** Says at which site an end is; said again, with another site, the end has moved, and its unsent bytes with it. */
  public void place(String end, SiteId site) {
    sites.put(Objects.requireNonNull(end, "end"), Objects.requireNonNull(site, "site"));
  }

  /**
   * Adds bytes that became known.
   *
   * @throws IllegalArgumentException if they are below 0, or the pair's sum does not fit 64 bits
   */
  public void add(String from, String to, long bytes) {
    Pair pair = new Pair(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"));
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "shuffle " + id + ": bytes from " + from + " to " + to + " must be at least 0, got " + bytes);
    }
    unsent.put(pair, addExact(unsent.getOrDefault(pair, 0L), bytes, from + " to " + to));
  }

  /**
   * Takes off bytes that have arrived.
   *
   * @throws IllegalArgumentException if there are not so many
   */
  public void acknowledge(String from, String to, long bytes) {
    Pair pair = new Pair(from, to);
    long left = unsent.getOrDefault(pair, 0L);
    if (bytes < 0 || bytes > left) {
      throw new IllegalArgumentException(
          "shuffle " + id + ": " + bytes + " bytes acknowledged from " + from + " to " + to + ", where " + left + " are unsent");
    }
    unsent.put(pair, left - bytes);
  }

  /** A consumer was replaced: what has not been sent to the old one goes to the new one. */
  public void replaceDestination(String oldEnd, String newEnd) {
    Map<Pair, Long> moved = new LinkedHashMap<>();
    unsent.entrySet().removeIf(entry -> {
      boolean matches = entry.getKey().to().equals(oldEnd);
      if (matches) {
        moved.put(new Pair(entry.getKey().from(), newEnd), entry.getValue());
      }
      return matches;
    });
    moved.forEach((pair, bytes) -> add(pair.from(), pair.to(), bytes));
  }

  /** The bundles with their unsent bytes, those with 0 included, ordered by sites. */
  public ImmutableSortedMap<BundleId, Collapsed> collapse() {
    Map<BundleId, Collapsed> bundles = new TreeMap<>();
    unsent.forEach((pair, bytes) -> {
      SiteId from = sites.get(pair.from());
      SiteId to = sites.get(pair.to());
      if (from != null && to != null && !from.equals(to)) {
        int flows = bytes > 0 ? 1 : 0;
        bundles.merge(new BundleId(id, from, to), new Collapsed(bytes, flows), (a, b) ->
            new Collapsed(addExact(a.bytes(), b.bytes(), from + " to " + to), a.flows() + b.flows()));
      }
    });
    return ImmutableSortedMap.copyOf(bundles);
  }

  /** Unsent bytes with an end whose site is not known. */
  public long unplacedBytes() {
    long sum = 0;
    for (Map.Entry<Pair, Long> entry : unsent.entrySet()) {
      if (!sites.containsKey(entry.getKey().from()) || !sites.containsKey(entry.getKey().to())) {
        sum = addExact(sum, entry.getValue(), "ends without a site");
      }
    }
    return sum;
  }

  private long addExact(long a, long b, String where) {
    try {
      return Math.addExact(a, b);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("shuffle " + id + ": the bytes of " + where + " exceed 2^63 - 1", e);
    }
  }
}
