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

/** The shuffles that this site's handlers have told of, and those that have ended. On the agent's thread. */
public final class SiteShuffles implements SegmentBook {
  private static final Logger log = LoggerFactory.getLogger(SiteShuffles.class);
  /** Ended shuffles whose stragglers are recognised. */
  private static final int MAX_ENDED = 4_096;
  /** Jobs at a time; a cluster runs far fewer. */
  private static final int MAX_SHUFFLES = 10_000;

  private final Handlers handlers;
  private final boolean inOrder;
  private final Map<ShuffleId, SiteShuffle> shuffles = new LinkedHashMap<>();
  private final Map<ShuffleId, Boolean> ended = new BoundedMap<>(MAX_ENDED);

  /**
   * Knows no shuffle yet.
   *
   * @param inOrder whether a site's readers are served one after the other where that does no harm
   */
  public SiteShuffles(Handlers handlers, boolean inOrder) {
    this.handlers = handlers;
    this.inOrder = inOrder;
  }

  /** A shuffle that is known here and has not ended. */
  Optional<SiteShuffle> known(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id));
  }

  /** Whether the handler that has a segment lives, and has not said of which output it is though it may yet. */
  boolean mayStillTell(SegmentCopy key) {
    return handlers.isAttached(key.originIp()) && !ended.containsKey(key.shuffle()) && !entry(key).problem().isEmpty();
  }

  /** The shuffle of this id, a new one if need be; none if it has ended or is one too many. */
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

  /** Whether a handler has told anything of a shuffle. */
  boolean isToldBy(ShuffleId id, String handler) {
    return known(id).filter(shuffle -> shuffle.tellers().contains(handler)).isPresent();
  }

  /** What a handler has said of a shuffle that is known here. */
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

  /** Whether any number of readers get all bytes of a shuffle, as far as is known. */
  boolean isBroadcast(ShuffleId id) {
    return descriptor(id).filter(ShuffleDescriptor::broadcast).isPresent();
  }

  /** Whether bytes of a shuffle may go to a site. */
  boolean isProven(ShuffleId id, SiteId at) {
    return known(id).filter(shuffle -> shuffle.provenSites().contains(at)).isPresent();
  }

  /** A shuffle has ended; returns whether it had not ended before. */
  boolean end(ShuffleId id) {
    if (ended.put(id, true) != null) {
      return false;
    }
    shuffles.remove(id);
    return true;
  }

  /** The volumes of a shuffle here, if it has any, and where they go through Terra. */
  public Optional<ShuffleReport> report(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id)).filter(shuffle -> shuffle.finishedMaps() > 0).map(shuffle -> {
      ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id.value()).setOnDemand(shuffle.isOnDemand());
      Arrays.stream(shuffle.bytesByReducer()).forEach(report::addBytesByReducer);
      shuffle.furtherBytes().forEach((at, bytes) -> report.putFurtherBytes(at.name(), bytes));
      return report.setCarriedTo(CarriedTo.newBuilder().addAllSites(shuffle.throughTerra().stream().map(SiteId::name).sorted().toList()))
          .build();
    });
  }

  /** Where a shuffle's reducers run, as far as is known. */
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

  /** The shuffles that are known. */
  public List<ShuffleId> ids() {
    return List.copyOf(shuffles.keySet());
  }
}
