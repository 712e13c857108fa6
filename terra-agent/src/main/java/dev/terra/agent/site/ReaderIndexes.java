package dev.terra.agent.site;

import dev.terra.agent.send.Demand;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The indexes under which readers of broadcasts are redirected. Any number of tasks at a site, and even on one node, may read the same
 * output, and their requests look alike. Therefore each redirected reader gets an index of its own, under which bytes are sent for this
 * reader alone. A reader whose redirect failed makes the same request again. The demand for the bytes under its earlier index then shows
 * that the redirect failed. An instance is used on the agent's thread only.
 */
final class ReaderIndexes {
  /** The most readers of a segment at one site. A further reader gets its bytes on the stock path. */
  static final int MAX_INDEXES = 1_000;
  /**
   * The most pairs of a segment and a site that are kept; with one reader each, they take about 20 MiB. Beyond that, the oldest pairs are
   * forgotten. A later reader may then get the index of another reader, and if both read at the same time, it gets its bytes directly.
   */
  static final int MAX_READINGS = 50_000;
  /** The most redirects that are kept in case the handler reports that it did not send them. Such a report takes seconds at most. */
  static final int MAX_REDIRECTS = 10_000;
  /** The time within which a redirected reader has caused its site's agent to request its bytes, even over links with full queues. */
  static final long DUE_NANOS = ProtocolTiming.BROADCAST_DUE.nanos();

  private final Map<Reading, Map<Integer, Reader>> readings = new BoundedMap<>(MAX_READINGS);
  private final Map<RedirectId, List<Reading>> redirects = new BoundedMap<>(MAX_REDIRECTS);

  /** A segment, and the site at which it is read. */
  private record Reading(SiteId at, SegmentId segment) {}

  /** The number of an offer, and the handler that made and numbered it. */
  private record RedirectId(String originIp, long offer) {}

  /** A reader that was redirected, the time of the redirect, and whether the redirect is known to have worked or failed. */
  private static final class Reader {
    private final RedirectId redirect;
    private final String ip;
    private final long nanos;
    private boolean served;
    private boolean failed;

    Reader(RedirectId redirect, String ip, long nanos) {
      this.redirect = redirect;
      this.ip = ip;
      this.nanos = nanos;
    }

    boolean isDue(long nowNanos) {
      return nowNanos - nanos > DUE_NANOS;
    }
  }

  private static List<Reading> readings(RemoteOffer offer) {
    return offer.segments().stream().map(segment -> new Reading(offer.at(), segment)).toList();
  }

  private Map<Integer, Reader> readers(Reading reading) {
    return readings.getOrDefault(reading, Map.of());
  }

  /** Returns the first index that no reader has for any of an offer's segments; empty if there are too many readers already. */
  OptionalInt free(RemoteOffer offer) {
    List<Map<Integer, Reader>> taken = readings(offer).stream().map(this::readers).toList();
    int index = 0;
    while (index < MAX_INDEXES && isTaken(index, taken)) {
      index++;
    }
    return index < MAX_INDEXES ? OptionalInt.of(index) : OptionalInt.empty();
  }

  private static boolean isTaken(int index, List<Map<Integer, Reader>> taken) {
    return taken.stream().anyMatch(ofReading -> ofReading.containsKey(index));
  }

  /**
   * Returns a copy for which a reader at the client's address was redirected and which it did not get, since it gave up or never came. If
   * there is one, the offer is the second attempt of this reader.
   *
   * @param demand returns the demand for a segment at a site
   */
  Optional<SegmentCopy> failed(RemoteOffer offer, BiFunction<SegmentCopy, SiteId, Demand> demand, long nowNanos) {
    for (Reading reading : readings(offer)) {
      for (Map.Entry<Integer, Reader> before : readers(reading).entrySet()) {
        SegmentCopy copy = new SegmentCopy(reading.segment(), before.getKey());
        Reader reader = before.getValue();
        if (isOpen(reader, offer) && (reader.failed || isFailure(demand.apply(copy, reading.at()), reader, nowNanos))) {
          return Optional.of(copy);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isOpen(Reader reader, RemoteOffer offer) {
    return !reader.served && reader.ip.equals(offer.clientIp());
  }

  private static boolean isFailure(Demand demand, Reader reader, long nowNanos) {
    return demand == Demand.WITHDRAWN || (demand == Demand.NONE && reader.isDue(nowNanos));
  }

  /** Notes that a reader gets its bytes from the cache of its site, or, if {@code failed}, that it has gone another way after all. */
  void served(SiteId at, SegmentCopy copy, boolean failed) {
    Optional.ofNullable(readers(new Reading(at, copy.segment())).get(copy.readerIndex())).ifPresent(reader -> {
      reader.served = !failed;
      reader.failed = failed;
    });
  }

  /** Notes that an offer's client is redirected under an index. Earlier redirects of its address that are due then count as successful. */
  void take(RemoteOffer offer, int index, long nowNanos) {
    RedirectId id = new RedirectId(offer.originIp(), offer.message().getOffer());
    List<Reading> taken = readings(offer);
    for (Reading reading : taken) {
      Map<Integer, Reader> readers = readings.computeIfAbsent(reading, key -> new TreeMap<>());
      readers.values().stream().filter(before -> isOpen(before, offer) && before.isDue(nowNanos)).forEach(before -> before.served = true);
      readers.put(index, new Reader(id, offer.clientIp(), nowNanos));
    }
    redirects.put(id, taken);
  }

  /** Frees the index of a client that was not redirected after all. */
  void release(String originIp, long offer) {
    RedirectId id = new RedirectId(originIp, offer);
    List<Reading> taken = Optional.ofNullable(redirects.remove(id)).orElse(List.of());
    taken.forEach(reading -> readings.computeIfPresent(reading, (same, readers) -> {
      readers.values().removeIf(reader -> reader.redirect.equals(id));
      return readers.isEmpty() ? null : readers;
    }));
  }

  /** Forgets the offer numbers of a handler that has attached again, since it numbers its offers anew. */
  void attached(String originIp) {
    redirects.keySet().removeIf(id -> id.originIp().equals(originIp));
  }

  /** Forgets a shuffle. */
  void end(ShuffleId shuffle) {
    readings.keySet().removeIf(reading -> reading.segment().shuffle().equals(shuffle));
    redirects.values().removeIf(taken -> taken.stream().anyMatch(reading -> reading.segment().shuffle().equals(shuffle)));
  }
}
