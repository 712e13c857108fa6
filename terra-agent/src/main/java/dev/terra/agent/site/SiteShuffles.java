package dev.terra.agent.site;

import dev.terra.agent.send.Demand;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.CarriedTo;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shuffles that this site knows, and the decision of who serves a fetch. What is decided to go through Terra is handed to the
 * outbox, what is not is withdrawn from it, so that no byte is planned or sent that goes another way. On the agent's thread.
 */
public final class SiteShuffles implements SegmentBook {
  private static final Logger log = LoggerFactory.getLogger(SiteShuffles.class);
  /** Ended shuffles whose stragglers are recognised. */
  private static final int MAX_ENDED = 4_096;
  /** Jobs at a time; a cluster runs far fewer. */
  private static final int MAX_SHUFFLES = 10_000;
  /** A partition table larger than this is a mistake. */
  private static final int MAX_REDUCERS = 1_000_000;

  private final SiteId site;
  private final double bypassSeconds;
  private final boolean inOrder;
  private final Outlook outlook;
  private final Handlers handlers;
  private final Events events;
  private final Map<ShuffleId, SiteShuffle> shuffles = new LinkedHashMap<>();
  private final ReaderIndexes indexes = new ReaderIndexes();
  private final Map<ShuffleId, Boolean> ended = new BoundedMap<>(MAX_ENDED);
  private Outbox outbox;
  private Consumer<ShuffleId> changed;

  /**
   * How a site's shuffles are served.
   *
   * @param bypassSeconds what needs less than this on the stock path takes that
   * @param inOrder whether a site's readers are served one after the other where that does no harm
   */
  public record Service(SiteId site, double bypassSeconds, boolean inOrder) {}

  /** No shuffles yet. */
  public SiteShuffles(Service service, Outlook outlook, Handlers handlers, Events events) {
    this.site = service.site();
    this.bypassSeconds = service.bypassSeconds();
    this.inOrder = service.inOrder();
    this.outlook = outlook;
    this.handlers = handlers;
    this.events = events;
  }

  /**
   * To be called once, before anything else.
   *
   * @param box where segments go
   * @param reportChanged told of a shuffle whose report is another now
   */
  public void attach(Outbox box, Consumer<ShuffleId> reportChanged) {
    outbox = box;
    changed = reportChanged;
  }

  /** A shuffle that is known here and has not ended. */
  Optional<SiteShuffle> known(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id));
  }

  /** Whether the handler that has a segment lives, and has not said of which output it is though it may yet. */
  boolean mayStillTell(SegmentCopy key) {
    return handlers.isAttached(key.originIp()) && !ended.containsKey(key.shuffle()) && !entry(key).problem().isEmpty();
  }

  private Optional<SiteShuffle> shuffle(ShuffleId id) {
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

  /** A handler says what there is to know of a shuffle; where an order has begun to be kept, it stays. */
  void describe(String handler, ShuffleDescriptor descriptor) {
    Optional<SiteShuffle> told = shuffle(descriptor.id());
    told.ifPresent(shuffle -> shuffle.tellers().add(handler));
    told.filter(shuffle -> shuffle.describe(descriptor)).ifPresent(shuffle -> changed.accept(shuffle.id()));
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

  /** A handler reports finished outputs. */
  void add(String originIp, MapOutputs message) {
    shuffle(new ShuffleId(message.getShuffle())).ifPresent(shuffle -> add(originIp, message, shuffle));
  }

  private void add(String originIp, MapOutputs message, SiteShuffle shuffle) {
    shuffle.totalMaps(message.getTotalMaps());
    if (message.getOnDemand()) {
      shuffle.onDemand();
    }
    boolean more = false;
    boolean clear = !shuffle.isAmbiguous();
    for (MapOutput output : message.getOutputsList()) {
      if (output.getPartLengthsCount() > MAX_REDUCERS) {
        log.warn("shuffle {}: output {} names {} reducers, ignored", shuffle.id(), output.getName(), output.getPartLengthsCount());
        continue;
      }
      Optional<SiteShuffle.Output> news = shuffle.add(output, originIp);
      news.ifPresent(added -> shuffle.throughTerra().forEach(to -> push(shuffle, added, to, shuffle.partitionsAt(to))));
      more |= news.isPresent();
    }
    if (clear && shuffle.isAmbiguous()) {
      log.info("shuffle {}: producers have several outputs, which are sent when they are asked for", shuffle.id());
      outbox.sendOnlyAsked(shuffle.id());
    }
    if (more) {
      changed.accept(shuffle.id());
    }
    shuffle.sites().forEach(to -> decide(shuffle, to));
  }

  /** Whether any number of readers get all bytes of a shuffle, as far as is known. */
  boolean isBroadcast(ShuffleId id) {
    return descriptor(id).filter(ShuffleDescriptor::broadcast).isPresent();
  }

  /** Notes that a site reads a broadcast; returns whether that is news. */
  boolean readAt(ShuffleId id, SiteId at) {
    Optional<SiteShuffle> news = shuffle(id).filter(shuffle -> shuffle.readingSites().add(at));
    news.ifPresent(shuffle -> decide(shuffle, at));
    return news.isPresent();
  }

  /**
   * Notes where a reducer runs. Of what is sent on demand another stage may read the same partition elsewhere: of that only the first
   * place is news.
   *
   * @return whether that is news
   */
  boolean place(ShuffleId id, int reduce, SiteId at) {
    Optional<SiteShuffle> known = shuffle(id);
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

  /** What the controller says about places. */
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
    if (find(key).problem().isEmpty()) {
      outbox.push(key, to);
    } else if (!outbox.knows(key, to)) {
      outbox.withdraw(key, to, partLength); // its handler is gone: nobody is to wait for bytes that cannot be read
    }
  }

  /** A handler here has found that a reader at a site is of the job: its bytes may go there. */
  void prove(ShuffleId id, SiteId at) {
    shuffle(id).ifPresent(shuffle -> {
      if (shuffle.provenSites().add(at)) {
        decide(shuffle, at);
      }
    });
  }

  /** Whether bytes of a shuffle may go to a site. */
  boolean isProven(ShuffleId id, SiteId at) {
    return known(id).filter(shuffle -> shuffle.provenSites().contains(at)).isPresent();
  }

  /** Whether a shuffle goes to a site through Terra: once it does, it does for good. Nothing goes where no reader is proven. */
  boolean decide(SiteShuffle shuffle, SiteId to) {
    if (to.equals(site) || shuffle.throughTerra().contains(to)) {
      return !to.equals(site);
    }
    if (shuffle.descriptor().observed() || !shuffle.provenSites().contains(to)) {
      return false;
    }
    double expected = BypassPolicy.expectedBytes(shuffle.knownBytesTo(to), shuffle.finishedMaps(), shuffle.totalMaps());
    if (!BypassPolicy.worthTerra(expected, bypassSeconds, outlook.stockBytesPerSecond(to))) {
      return false;
    }
    shuffle.throughTerra().add(to);
    changed.accept(shuffle.id());
    log.info("shuffle {}: about {} bytes are expected for {}, through Terra from now on", shuffle.id(), Math.round(expected), to);
    shuffle.firstOutputs().forEach(output -> push(shuffle, output, to, shuffle.partitionsAt(to)));
    return true;
  }

  /** So few bytes of a shuffle are not worth Terra, whichever sites they are between; 0 if that is not known. */
  long smallBytes() {
    return BypassPolicy.smallBytes(bypassSeconds, outlook.leastStockBytesPerSecond());
  }

  /** Whether bytes of a shuffle go to a site through Terra, and can at the moment. */
  boolean mayGo(ShuffleId id, SiteId to) {
    return outlook.obstacle(id, to).isEmpty() && known(id).filter(shuffle -> decide(shuffle, to)).isPresent();
  }

  /** A reader at another site asks for segments: who serves it? */
  FetchDecision decide(RemoteOffer offer, Optional<Directory.Lease> relay, long nowNanos) {
    Optional<SiteShuffle> known = shuffle(offer.shuffle());
    if (known.isEmpty()) {
      return offer.answer(FetchDecision.Kind.BYPASS, "shuffle " + offer.shuffle() + " is over, or one too many");
    }
    SiteShuffle shuffle = known.get();
    OptionalInt index = shuffle.isBroadcast() ? indexes.free(offer) : OptionalInt.of(0);
    if (!decide(shuffle, offer.at())) {
      return bypass(offer, index, FetchDecision.Kind.BYPASS,
          shuffle.descriptor().observed() ? "its handler only tells of it" : "small, or not decided yet");
    }
    String obstacle = obstacle(offer, relay, index).or(() -> failureBefore(offer, nowNanos))
        .orElseGet(() -> outlook.obstacle(shuffle.id(), offer.at()));
    if (!obstacle.isEmpty()) {
      events.add(AgentEventKind.STOCK, shuffle.id().value(), "partition " + offer.partition() + " at " + offer.at() + ": " + obstacle);
      return bypass(offer, index, FetchDecision.Kind.STOCK, obstacle);
    }
    redirect(shuffle, offer, index.orElseThrow(), nowNanos);
    return RemoteOffer.answer(offer.message(), FetchDecision.Kind.REDIRECT, "")
        .setShufflePort(relay.orElseThrow().shufflePort()).setShuffleName(relay.orElseThrow().shuffleName())
        .setReader(index.orElseThrow()).build();
  }

  private static Optional<String> obstacle(RemoteOffer offer, Optional<Directory.Lease> relay, OptionalInt index) {
    if (relay.isEmpty()) {
      return Optional.of("no fresh lease of the handler at " + offer.clientIp());
    }
    return index.isPresent() ? Optional.empty() : Optional.of("more than " + ReaderIndexes.MAX_INDEXES + " readers of it at " + offer.at());
  }

  private Optional<String> failureBefore(RemoteOffer offer, long nowNanos) {
    return indexes.failed(offer, outbox::demand, nowNanos)
        .map(copy -> "a redirect of " + offer.clientIp() + " for " + copy.output() + " did not work before");
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
    if (index > 0) {
      copies.forEach(copy -> pushFurther(shuffle, copy, offer.at()));
      changed.accept(shuffle.id());
    }
  }

  private void pushFurther(SiteShuffle shuffle, SegmentCopy copy, SiteId to) {
    if (!outbox.knows(copy, to)) {
      shuffle.addFurther(to, find(copy).partLength());
    }
    outbox.push(copy, to);
  }

  /**
   * Bytes of a reader that would not be the first one of a broadcast at its site are in no volume. What another attempt at the site waits
   * for still goes there, if it can.
   */
  private FetchDecision bypass(RemoteOffer offer, OptionalInt index, FetchDecision.Kind kind, String reason) {
    if (index.equals(OptionalInt.of(0))) {
      boolean carries = outlook.obstacle(offer.shuffle(), offer.at()).isEmpty();
      List<SegmentCopy> copies = offer.copies(0);
      for (int i = 0; i < copies.size(); i++) {
        if (!carries || outbox.demand(copies.get(i), offer.at()) != Demand.ASKED) {
          outbox.withdraw(copies.get(i), offer.at(), offer.message().getSegments(i).getPartLength());
        }
      }
    }
    return offer.answer(kind, reason);
  }

  /** A handler has attached, and numbers its offers anew. */
  void attached(String originIp) {
    indexes.attached(originIp);
  }

  /** A client was not redirected, though that had been decided: its handler's offer of this number came to nothing. */
  void unsent(String originIp, long offer) {
    indexes.release(originIp, offer);
  }

  /** A shuffle is over; returns whether that is news. */
  public boolean end(ShuffleId id) {
    if (ended.put(id, true) != null) {
      return false;
    }
    shuffles.remove(id);
    indexes.end(id);
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
