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
 * The indexes under which readers of broadcasts are redirected. Any number of tasks at a site, also on one node, may read the same
 * output, and nothing in a request tells them apart: so each that is redirected gets an index of its own, under which its bytes are
 * sent for it alone. One whose redirect did not work asks again in the same way: then the demand for what was sent under the index
 * before says so. On the agent's thread.
 */
final class ReaderIndexes {
  /** Readers of a segment at one site; a reader beyond them gets its bytes directly. */
  static final int MAX_INDEXES = 1_000;
  /**
   * Segments and sites, some 20 MiB with a reader each. Above it the oldest are forgotten, at the price of readers that get the index of
   * another reader, and their bytes directly if that one reads at that moment.
   */
  static final int MAX_READINGS = 50_000;
  /** Redirects of which it may still be heard that they were not sent, which takes seconds at most. */
  static final int MAX_REDIRECTS = 10_000;
  /** By then a redirected reader has made its site's agent ask for its bytes, over links with full queues too. */
  static final long DUE_NANOS = ProtocolTiming.BROADCAST_DUE.nanos();

  private final Map<Reading, Map<Integer, Reader>> readings = new BoundedMap<>(MAX_READINGS);
  private final Map<RedirectId, List<Reading>> redirects = new BoundedMap<>(MAX_REDIRECTS);

  /** What is read, and at which site. */
  private record Reading(SiteId at, SegmentId segment) {}

  /** Offers are numbered by the handler that makes them. */
  private record RedirectId(String originIp, long offer) {}

  /** Who was redirected, when, and whether that is known to have worked. */
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

  /** The first index that no reader has for any of an offer's segments; empty if there are too many readers already. */
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
   * What a reader at the client's address was redirected for and did not get: it gave up, or never came. The offer is then its second
   * attempt.
   *
   * @param demand for a segment at a site
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

  /** A reader has its bytes at its site, and nothing is sent for it; or that was so, and it has gone another way. */
  void served(SiteId at, SegmentCopy copy, boolean failed) {
    Optional.ofNullable(readers(new Reading(at, copy.segment())).get(copy.readerIndex())).ifPresent(reader -> {
      reader.served = !failed;
      reader.failed = failed;
    });
  }

  /** An offer's client is to be redirected under an index; so those redirects of its address that were due have worked. */
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

  /** A client was not redirected after all: its index is free. */
  void release(String originIp, long offer) {
    RedirectId id = new RedirectId(originIp, offer);
    List<Reading> taken = Optional.ofNullable(redirects.remove(id)).orElse(List.of());
    taken.forEach(reading -> readings.computeIfPresent(reading, (same, readers) -> {
      readers.values().removeIf(reader -> reader.redirect.equals(id));
      return readers.isEmpty() ? null : readers;
    }));
  }

  /** A handler has attached again, and numbers its offers anew. */
  void attached(String originIp) {
    redirects.keySet().removeIf(id -> id.originIp().equals(originIp));
  }

  /** Forgets a shuffle. */
  void end(ShuffleId shuffle) {
    readings.keySet().removeIf(reading -> reading.segment().shuffle().equals(shuffle));
    redirects.values().removeIf(taken -> taken.stream().anyMatch(reading -> reading.segment().shuffle().equals(shuffle)));
  }
}
