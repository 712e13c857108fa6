package dev.terra.agent.site;

import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.CarriedTo;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shuffles that this site's handlers have reported, and those that have ended. An instance is used on the agent's thread only. */
public final class SiteShuffles implements SegmentBook {
  private static final Logger log = LoggerFactory.getLogger(SiteShuffles.class);
  /** The most ended shuffles that are kept, to recognise late messages about them. */
  private static final int MAX_ENDED = 4_096;
  /** The most shuffles that are kept at a time. A cluster runs far fewer. */
  private static final int MAX_SHUFFLES = 10_000;

  private final Handlers handlers;
  private final boolean inOrder;
  private final Map<ShuffleId, SiteShuffle> shuffles = new LinkedHashMap<>();
  private final Map<ShuffleId, Boolean> ended = new BoundedMap<>(MAX_ENDED);

  /**
   * Creates an empty set of shuffles.
   *
   * @param inOrder whether a site's readers are served one after the other where this does no harm
   */
  public SiteShuffles(Handlers handlers, boolean inOrder) {
    this.handlers = handlers;
    this.inOrder = inOrder;
  }

  /** Returns a shuffle that is known here and has not ended. */
  Optional<SiteShuffle> known(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id));
  }

  /** Returns whether the handler of a segment is attached and has not reported the segment's output yet, but may still do so. */
  boolean mayStillTell(SegmentCopy key) {
    return handlers.isAttached(key.originIp()) && !ended.containsKey(key.shuffle()) && !entry(key).problem().isEmpty();
  }

  /** Returns the shuffle with this id, a new one if there is none; empty if it has ended or there are too many shuffles. */
  Optional<SiteShuffle> open(ShuffleId id) {
    if (ended.containsKey(id)) {
      return Optional.empty();
    }
    if (shuffles.size() >= MAX_SHUFFLES && !shuffles.containsKey(id)) {
      log.error("shuffle {} is left to the stock path: {} shuffles are known and have not ended", id, MAX_SHUFFLES);
      return Optional.empty();
    }
    return Optional.of(shuffles.computeIfAbsent(id, SiteShuffle::new));
  }

  @Override
  public Entry find(SegmentCopy key) {
    Entry entry = entry(key);
    return entry.problem().isEmpty() || ended.containsKey(key.shuffle()) || !handlers.isAwaited(key.originIp()) ? entry : entry.soon();
  }

  @Override
  public Readers readers(ShuffleId shuffle) {
    boolean ordered = inOrder && descriptor(shuffle).filter(of -> of.order() == ReaderOrder.IN_ORDER).isPresent();
    return ordered ? Readers.IN_ORDER : Readers.IN_TURN;
  }

  /** Returns whether a handler has described a shuffle. */
  boolean isToldBy(ShuffleId id, String handler) {
    return known(id).filter(shuffle -> shuffle.tellers().contains(handler)).isPresent();
  }

  /** Returns the description of a shuffle that is known here. */
  public Optional<ShuffleDescriptor> descriptor(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id)).map(SiteShuffle::descriptor);
  }

  private Entry entry(SegmentCopy key) {
    SiteShuffle shuffle = shuffles.get(key.shuffle());
    if (shuffle == null) {
      return Entry.unreadable("the shuffle is not known at its site");
    }
    return handlers.isAttached(key.originIp()) ? shuffle.find(key) : Entry.unreadable("no live handler at " + key.originIp());
  }

  /** Returns whether a shuffle is known to be a broadcast, all bytes of which any number of readers get. */
  boolean isBroadcast(ShuffleId id) {
    return descriptor(id).filter(ShuffleDescriptor::broadcast).isPresent();
  }

  /** Returns whether a reader at a site has proved that it belongs to a shuffle's job, so that bytes of the shuffle may be sent there. */
  boolean isProven(ShuffleId id, SiteId at) {
    return known(id).filter(shuffle -> shuffle.provenSites().contains(at)).isPresent();
  }

  /** Ends a shuffle; returns whether it had not ended before. */
  boolean end(ShuffleId id) {
    if (ended.put(id, true) != null) {
      return false;
    }
    shuffles.remove(id);
    return true;
  }

  /** Returns the volumes of a shuffle at this site, and the sites that it goes to through Terra; empty if it has no outputs here. */
  public Optional<ShuffleReport> report(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id)).filter(shuffle -> shuffle.finishedMaps() > 0).map(shuffle -> {
      ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id.value()).setOnDemand(shuffle.isOnDemand());
      Arrays.stream(shuffle.bytesByReducer()).forEach(report::addBytesByReducer);
      shuffle.furtherBytes().forEach((at, bytes) -> report.putFurtherBytes(at.name(), bytes));
      return report.setCarriedTo(CarriedTo.newBuilder().addAllSites(shuffle.throughTerra().stream().map(SiteId::name).sorted().toList()))
          .build();
    });
  }

  /** Returns the known places of a shuffle's readers. */
  public PlacementReport placement(ShuffleId id) {
    PlacementReport.Builder report = PlacementReport.newBuilder().setShuffle(id.value());
    Optional.ofNullable(shuffles.get(id)).ifPresent(shuffle ->
        addPlaces(shuffle, report));
    return report.build();
  }

  private static void addPlaces(SiteShuffle shuffle, PlacementReport.Builder report) {
    shuffle.placement().forEach((reduce, at) -> report.putSiteByReducer(reduce, at.name()));
    shuffle.readingSites().forEach(at -> report.addReadingSites(at.name()));
  }

  /** Returns the shuffles that are known. */
  public List<ShuffleId> ids() {
    return List.copyOf(shuffles.keySet());
  }
}
