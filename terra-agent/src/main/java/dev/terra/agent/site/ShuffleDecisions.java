package dev.terra.agent.site;

import dev.terra.agent.send.Demand;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.Partitions;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.PlacementReport;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which shuffles go to which sites through Terra, and which handler serves a fetch. Segments that go through Terra are pushed to
 * the outbox. Segments that go another way are withdrawn from it, so that none of their bytes is planned or sent. An instance is used on
 * the agent's thread only.
 */
public final class ShuffleDecisions {
  private static final Logger log = LoggerFactory.getLogger(ShuffleDecisions.class);
  /**
   * The number of readers that a broadcast is expected to have at a site before any has come: the tasks of a stage on a node or two. With a
   * cache at the site, the bytes cross the WAN once for all readers; on the stock path, they cross it once for each reader.
   */
  private static final int READERS_OF_BROADCAST = 8;

  private final SiteId site;
  private final double bypassSeconds;
  private final Outlook outlook;
  private final SmallFetchWays small;
  private final SiteShuffles shuffles;
  private final Outbox outbox;
  private final ShuffleReporting reports;
  private final Events events;
  private final ReaderIndexes indexes = new ReaderIndexes();
  private final NodeRoom room;

  /**
   * What the decisions of a site depend on.
   *
   * @param bypassSeconds what would take less time than this on the stock path is left to the stock path
   * @param small decides which small fetches go by tunnels all the same
   */
  public record Policy(SiteId site, double bypassSeconds, Outlook outlook, SmallFetchWays small) {}

  /** Creates a part that has decided nothing yet. */
  public ShuffleDecisions(Policy policy, SiteShuffles shuffles, Outbox outbox, ShuffleReporting reports, Events events) {
    this.site = policy.site;
    this.bypassSeconds = policy.bypassSeconds;
    this.outlook = policy.outlook;
    this.small = policy.small;
    this.shuffles = shuffles;
    this.outbox = outbox;
    this.reports = reports;
    this.events = events;
    this.room = new NodeRoom(Runtime.getRuntime().maxMemory(), events);
  }

  /** Returns the shuffle that a handler reports about, if it has not ended and the handler's node has room for it. */
  private Optional<SiteShuffle> open(ShuffleId id, String teller) {
    Optional<SiteShuffle> known = shuffles.known(id);
    if (known.isPresent()) {
      return known;
    }
    Optional<SiteShuffle> begun = room.begin(teller, id) ? shuffles.open(id) : Optional.empty();
    if (begun.isEmpty()) {
      room.end(id);
    }
    return begun;
  }

  /** Returns whether a handler may report about a shuffle: it has not ended, and there is room for it. */
  boolean mayTell(String handler, ShuffleId id) {
    return open(id, handler).isPresent();
  }

  /** Returns the decisions about which small fetches go by tunnels. */
  public SmallFetchWays small() {
    return small;
  }

  /** Returns the shuffles about which is decided. */
  SiteShuffles shuffles() {
    return shuffles;
  }

  /** Accepts a handler's description of a shuffle, and reports it if it has changed. Bundles that exist keep the order of their readers. */
  void describe(String handler, ShuffleDescriptor descriptor) {
    Optional<SiteShuffle> told = open(descriptor.id(), handler);
    told.ifPresent(shuffle -> shuffle.tellers().add(handler));
    told.filter(shuffle -> shuffle.describe(descriptor)).ifPresent(shuffle -> reports.changed(shuffle.id()));
  }

  /** Accepts a handler's report of finished outputs. */
  void add(String originIp, MapOutputs message) {
    open(new ShuffleId(message.getShuffle()), originIp).ifPresent(shuffle -> add(originIp, message, shuffle));
  }

  private void add(String originIp, MapOutputs message, SiteShuffle shuffle) {
    shuffle.totalMaps(message.getTotalMaps());
    if (message.getOnDemand()) {
      shuffle.onDemand();
    }
    boolean more = false;
    boolean clear = !shuffle.isAmbiguous();
    for (MapOutput output : message.getOutputsList()) {
      if (output.getPartLengthsCount() > RemoteOffer.MAX_REDUCERS) {
        log.warn("shuffle {}: output {} names {} reducers, ignored", shuffle.id(), output.getName(), output.getPartLengthsCount());
        continue;
      }
      Optional<SiteShuffle.Output> news = shuffle.has(output) || room.keep(originIp, shuffle.id(), NodeRoom.of(output))
          ? shuffle.add(output, originIp) : Optional.empty();
      news.ifPresent(added -> shuffle.throughTerra().forEach(to -> push(shuffle, added, to, shuffle.partitionsAt(to))));
      more |= news.isPresent();
    }
    if (clear && shuffle.isAmbiguous()) {
      log.info("shuffle {}: producers have several outputs, which are sent only when a reader requests them", shuffle.id());
      outbox.sendOnlyAsked(shuffle.id());
    }
    if (more) {
      reports.changed(shuffle.id());
    }
    shuffle.sites().forEach(to -> decide(shuffle, to));
  }

  /** Notes and reports the place of a reader at another site, which has asked a handler here. */
  void place(RemoteOffer offer) {
    ShuffleId shuffle = offer.shuffle();
    if (shuffles.isBroadcast(shuffle)) {
      if (readAt(shuffle, offer.at())) {
        reports.readAt(shuffle, offer.at());
      }
    } else if (hasRoom(offer) && place(shuffle, offer.partition(), offer.at())) {
      reports.placed(shuffle, offer.partition(), offer.at());
    }
  }

  private boolean hasRoom(RemoteOffer offer) {
    return shuffles.known(offer.shuffle()).filter(shuffle -> shuffle.placement().containsKey(offer.partition())).isPresent()
        || room.keep(offer.originIp(), offer.shuffle(), NodeRoom.READER_BYTES);
  }

  /** Notes the place of partitions that a site requests on demand. A partition counts for the site that is the first to read it. */
  void placeOnDemand(SiteShuffle shuffle, Partitions partitions, SiteId at) {
    for (int partition = partitions.first(); partition < Math.min(partitions.end(), shuffle.partitions()); partition++) {
      if (shuffle.placeFirst(partition, at)) {
        reports.placed(shuffle.id(), partition, at);
      }
    }
  }

  /** Notes that a site reads a broadcast; returns whether that was not known. */
  private boolean readAt(ShuffleId id, SiteId at) {
    Optional<SiteShuffle> news = shuffles.open(id).filter(shuffle -> shuffle.readingSites().add(at));
    news.ifPresent(shuffle -> decide(shuffle, at));
    return news.isPresent();
  }

  /**
   * Notes where a reducer runs. If the shuffle is sent on demand, another stage may read the same partition elsewhere; then only the first
   * place is reported.
   *
   * @return whether the place is to be reported
   */
  private boolean place(ShuffleId id, int reduce, SiteId at) {
    Optional<SiteShuffle> known = shuffles.open(id);
    if (known.isEmpty()) {
      return false;
    }
    SiteShuffle shuffle = known.get();
    Optional<SiteId> before = shuffle.place(reduce, at);
    if (before.isPresent() && before.get().equals(at)) {
      return false;
    }
    if (shuffle.isOnDemand()) {
      decide(shuffle, at);
      return before.isEmpty();
    }
    before.filter(old -> !old.equals(site)).ifPresent(old -> outbox.sendOnlyAsked(id, reduce, old));
    if (shuffle.throughTerra().contains(at)) {
      shuffle.firstOutputs().forEach(output -> push(shuffle, output, at, List.of(reduce)));
    } else {
      decide(shuffle, at);
    }
    return true;
  }

  /** Accepts the controller's report of the places of readers. */
  public void place(PlacementReport report) {
    ShuffleId id = new ShuffleId(report.getShuffle());
    report.getSiteByReducerMap().forEach((reduce, at) -> place(id, reduce, new SiteId(at)));
    report.getReadingSitesList().forEach(at -> readAt(id, new SiteId(at)));
  }

  private void push(SiteShuffle shuffle, SiteShuffle.Output output, SiteId to, Collection<Integer> reducers) {
    if (shuffle.isOnDemand()) {
      return;
    }
    for (int reduce : reducers) {
      if (output.part(reduce) > 0) {
        push(SegmentCopy.first(shuffle.id(), output.id(), reduce, output.originIp()), to, output.part(reduce));
      }
    }
  }

  private void push(SegmentCopy key, SiteId to, long partLength) {
    if (!outbox.knows(key, to) && !room.keep(key.originIp(), key.shuffle(), NodeRoom.SEGMENT_BYTES)) {
      return; // it is sent when it is requested
    }
    if (shuffles.find(key).problem().isEmpty()) {
      outbox.push(key, to);
    } else if (!outbox.knows(key, to)) {
      outbox.withdraw(key, to, partLength); // its handler is gone: no reader is to wait for bytes that cannot be read
    }
  }

  /** Notes that a handler here has verified that a reader at a site belongs to the job, so bytes of the shuffle may be sent there. */
  void prove(ShuffleId id, SiteId at) {
    shuffles.open(id).ifPresent(shuffle -> {
      if (shuffle.provenSites().add(at)) {
        decide(shuffle, at);
      }
    });
  }

  /** Returns whether a shuffle goes to a site through Terra. Once it does, it always does. It does not where no reader is proven. */
  boolean decide(SiteShuffle shuffle, SiteId to) {
    if (to.equals(site) || shuffle.throughTerra().contains(to)) {
      return !to.equals(site);
    }
    if (shuffle.descriptor().observed() || !shuffle.provenSites().contains(to)) {
      return false;
    }
    double expected = BypassPolicy.expectedBytes(shuffle.knownBytesTo(to), shuffle.finishedMaps(), shuffle.totalMaps())
        * (shuffle.isBroadcast() && outlook.hasCache(to) ? READERS_OF_BROADCAST : 1);
    if (!BypassPolicy.worthTerra(expected, bypassSeconds, outlook.stockBytesPerSecond(to)) && !outlook.refusesStock(shuffle.id())) {
      return false;
    }
    shuffle.throughTerra().add(to);
    if (shuffle.smallByTunnels().remove(to) != null) {
      outbox.classify(shuffle.id(), to, LatencyClass.BULK);
    }
    reports.changed(shuffle.id());
    log.info("shuffle {}: about {} bytes are expected for {}; they go through Terra from now on", shuffle.id(), Math.round(expected), to);
    shuffle.firstOutputs().forEach(output -> push(shuffle, output, to, shuffle.partitionsAt(to)));
    return true;
  }

  /** Returns the number of bytes below which a shuffle is not worth Terra, whichever site it goes to; 0 if that is not known. */
  long smallBytes() {
    return BypassPolicy.smallBytes(bypassSeconds, outlook.leastStockBytesPerSecond());
  }

  /** Returns whether bytes of a shuffle go to a site through Terra, and can be sent at the moment. */
  boolean mayGo(ShuffleId id, SiteId to) {
    return outlook.obstacle(id, to).isEmpty() && shuffles.known(id).filter(shuffle -> decide(shuffle, to)).isPresent();
  }

  /**
   * Decides which handler serves a reader at another site.
   *
   * @param relay the lease of the handler on the reader's node; null if there is no fresh one
   */
  FetchDecision decide(RemoteOffer offer, Directory.@Nullable Lease relay, long nowNanos) {
    Optional<SiteShuffle> known = open(offer.shuffle(), offer.originIp());
    if (known.isEmpty()) {
      return offer.answer(FetchDecision.Kind.BYPASS, "shuffle " + offer.shuffle() + " has ended, or is more than the agent accepts");
    }
    SiteShuffle shuffle = known.get();
    OptionalInt index = shuffle.isBroadcast() ? indexes.free(offer) : OptionalInt.of(0);
    boolean isFirst = index.equals(OptionalInt.of(0));
    if (!decide(shuffle, offer.at())) {
      if (relay != null && index.isPresent() && goesAhead(shuffle, offer, nowNanos)) {
        return redirected(offer, relay, 0);
      }
      return bypass(offer, isFirst, FetchDecision.Kind.BYPASS,
          shuffle.descriptor().observed() ? "its handler only reports it" : "the shuffle is small, or the agent has not decided yet");
    }
    String obstacle = obstacle(offer, relay != null, index.isPresent()).or(() -> failureBefore(offer, nowNanos))
        .orElseGet(() -> outlook.obstacle(shuffle.id(), offer.at()));
    if (obstacle.isEmpty() && !room.keep(offer.originIp(), shuffle.id(), NodeRoom.of(offer))) {
      obstacle = "the reports of its node take too much of this agent's heap";
    }
    if (!obstacle.isEmpty()) {
      events.add(AgentEventKind.STOCK, shuffle.id().value(), "partition " + offer.partition() + " at " + offer.at() + ": " + obstacle);
      return bypass(offer, isFirst, FetchDecision.Kind.STOCK, obstacle);
    }
    Directory.Lease lease = Objects.requireNonNull(relay, "without a lease there is an obstacle");
    redirect(shuffle, offer, index.orElseThrow(), nowNanos);
    return redirected(offer, lease, index.orElseThrow());
  }

  private static FetchDecision redirected(RemoteOffer offer, Directory.Lease lease, int index) {
    return RemoteOffer.answer(offer.message(), FetchDecision.Kind.REDIRECT, "")
        .setShufflePort(lease.shufflePort()).setShuffleName(lease.shuffleName()).setReader(index).build();
  }

  /** Returns whether a small fetch goes by tunnels, ahead of bulk. If it does, its segments are made available to its reader. */
  private boolean goesAhead(SiteShuffle shuffle, RemoteOffer offer, long nowNanos) {
    boolean can = !shuffle.isBroadcast() && !shuffle.descriptor().observed() && shuffle.provenSites().contains(offer.at())
        && outlook.obstacle(shuffle.id(), offer.at()).isEmpty();
    Optional<LatencyClass> ahead = can ? small.take(offer, nowNanos) : Optional.empty();
    if (ahead.isEmpty() || !room.keep(offer.originIp(), shuffle.id(), NodeRoom.of(offer))) {
      return false;
    }
    shuffle.smallByTunnels().put(offer.at(), ahead.get());
    outbox.classify(shuffle.id(), offer.at(), ahead.get());
    redirect(shuffle, offer, 0, nowNanos);
    small.redirected(offer, ahead.get(), nowNanos);
    return true;
  }

  /** Notes that a site has withdrawn a request. If small fetches go there by tunnels, one has failed: its reader went another way. */
  void withdrawn(ShuffleId id, SiteId by, long nowNanos) {
    shuffles.known(id).map(shuffle -> shuffle.smallByTunnels().get(by))
        .ifPresent(latencyClass -> small.failed(by, latencyClass, nowNanos));
  }

  private static Optional<String> obstacle(RemoteOffer offer, boolean hasRelay, boolean hasIndex) {
    if (!hasRelay) {
      return Optional.of("no fresh lease of the handler at " + offer.clientIp());
    }
    return hasIndex ? Optional.empty()
        : Optional.of("more than " + ReaderIndexes.MAX_INDEXES + " readers of the segments at " + offer.at());
  }

  private Optional<String> failureBefore(RemoteOffer offer, long nowNanos) {
    return indexes.failed(offer, outbox::demand, nowNanos)
        .map(copy -> "an earlier redirect of " + offer.clientIp() + " for " + copy.output() + " did not work");
  }

  private void redirect(SiteShuffle shuffle, RemoteOffer offer, int index, long nowNanos) {
    List<SegmentCopy> copies = offer.copies(index);
    for (int i = 0; i < copies.size(); i++) {
      shuffle.offered(copies.get(i).segment(), offer.message().getSegments(i));
    }
    if (!shuffle.isBroadcast()) {
      return;
    }
    indexes.take(offer, index, nowNanos);
    if (index > 0 && !outlook.hasCache(offer.at())) {
      copies.forEach(copy -> pushFurther(shuffle, copy, offer.at()));
      reports.changed(shuffle.id());
    }
  }

  /**
   * Counts the copies that a site with a cache requests for further readers of a broadcast, since its cache has no room for them.
   */
  void askFurther(SiteId by, List<SegmentCopy> copies) {
    List<SegmentCopy> news = copies.stream().filter(copy -> copy.readerIndex() > 0 && !outbox.knows(copy, by)).toList();
    if (!news.isEmpty() && shuffles.isBroadcast(news.get(0).shuffle())) {
      shuffles.known(news.get(0).shuffle()).ifPresent(shuffle -> {
        news.forEach(copy -> shuffle.addFurther(by, shuffles.find(copy).partLength()));
        reports.changed(shuffle.id());
      });
    }
  }

  /**
   * Notes that a reader of a broadcast gets its bytes from the cache of its site.
   *
   * @param failed whether the reader has gone another way after all
   */
  void servedThere(SiteId by, List<SegmentCopy> copies, boolean failed) {
    copies.forEach(copy -> indexes.served(by, copy, failed));
  }

  private void pushFurther(SiteShuffle shuffle, SegmentCopy copy, SiteId to) {
    if (!outbox.knows(copy, to)) {
      shuffle.addFurther(to, shuffles.find(copy).partLength());
    }
    outbox.push(copy, to);
  }

  /**
   * Answers that an offer takes the stock path, and withdraws its segments. The segments of a broadcast's further reader at a site are not
   * withdrawn, since they are part of no volume. Nor is a segment for which another attempt at the site waits, if it can be sent.
   */
  private FetchDecision bypass(RemoteOffer offer, boolean isFirst, FetchDecision.Kind kind, String reason) {
    if (isFirst) {
      boolean carries = outlook.obstacle(offer.shuffle(), offer.at()).isEmpty();
      List<SegmentCopy> copies = offer.copies(0);
      for (int i = 0; i < copies.size(); i++) {
        boolean wanted = carries && outbox.demand(copies.get(i), offer.at()) == Demand.ASKED;
        if (!wanted && (outbox.knows(copies.get(i), offer.at())
            || room.keep(offer.originIp(), offer.shuffle(), NodeRoom.SEGMENT_BYTES))) {
          outbox.withdraw(copies.get(i), offer.at(), offer.message().getSegments(i).getPartLength());
        }
      }
    }
    return offer.answer(kind, reason);
  }

  /** Notes that a handler has attached, which numbers its offers anew. */
  void attached(String originIp) {
    indexes.attached(originIp);
  }

  /** Notes that a client was not redirected although this had been decided for its handler's offer of this number. */
  void unsent(String originIp, long offer) {
    indexes.release(originIp, offer);
  }

  /** Ends a shuffle; returns whether it had not ended before. */
  public boolean end(ShuffleId id) {
    boolean ended = shuffles.end(id);
    if (ended) {
      indexes.end(id);
      room.end(id);
      small.ended(id);
    }
    return ended;
  }
}
