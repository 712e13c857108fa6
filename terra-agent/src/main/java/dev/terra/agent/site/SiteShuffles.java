package dev.terra.agent.site;

import dev.terra.agent.send.Demand;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.CarriedTo;
import dev.terra.api.v1.EarlierReader;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SegmentLength;
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
import java.util.Set;
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
  private final Map<ShuffleId, Boolean> ended = new BoundedMap<>(MAX_ENDED);
  private Outbox outbox;
  private Consumer<ShuffleId> changed;

  /**
   * No shuffles yet.
   *
   * @param bypassSeconds what needs less than this on the stock path takes that
   * @param inOrder whether a site's readers are served one after the other where that does no harm
   */
  public SiteShuffles(SiteId site, double bypassSeconds, boolean inOrder, Outlook outlook, Handlers handlers, Events events) {
    this.site = site;
    this.bypassSeconds = bypassSeconds;
    this.inOrder = inOrder;
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
  void describe(ShuffleDescriptor descriptor) {
    shuffle(descriptor.id()).filter(shuffle -> shuffle.describe(descriptor)).ifPresent(shuffle -> changed.accept(shuffle.id()));
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
    shuffle.describeBroadcast(message.getBroadcastSites());
    boolean more = false;
    boolean clear = !shuffle.isAmbiguous();
    for (MapOutput output : message.getOutputsList()) {
      if (output.getPartLengthsCount() > MAX_REDUCERS) {
        log.warn("shuffle {}: output {} names {} reducers, ignored", shuffle.id(), output.getName(), output.getPartLengthsCount());
        continue;
      }
      Optional<SiteShuffle.Output> news = shuffle.add(output, originIp);
      news.ifPresent(added -> shuffle.throughTerra().forEach(to -> push(shuffle, added, to, shuffle.reducersAt(to))));
      more |= news.isPresent();
    }
    if (clear && shuffle.isAmbiguous()) {
      log.info("shuffle {}: producers have several outputs, which are sent when they are asked for", shuffle.id());
      shuffle.throughTerra().forEach(to -> shuffle.firstOutputs().forEach(output -> push(shuffle, output, to, shuffle.reducersAt(to))));
    }
    if (more) {
      changed.accept(shuffle.id());
    }
    Set.copyOf(shuffle.placement().values()).forEach(to -> decide(shuffle, to));
  }

  /** The reducer as whose bytes those of an offer count; notes what it says of a broadcast. */
  int reducer(FetchOffer offer) {
    if (offer.getReduce() < 0) {
      throw new IllegalArgumentException("offer of " + offer.getShuffle() + ": expected a reader from 0 on, got " + offer.getReduce());
    }
    Optional<SiteShuffle> shuffle = shuffle(new ShuffleId(offer.getShuffle()));
    shuffle.ifPresent(of -> of.describeBroadcast(offer.getBroadcastSites()));
    return shuffle.map(of -> of.reducerOf(offer.getReduce())).orElse(offer.getReduce());
  }

  /** Notes where a reducer runs; returns whether that is news. */
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
    before.filter(old -> !old.equals(site) && !shuffle.isAmbiguous()).ifPresent(old -> outbox.withdrawPartition(id, reduce, old));
    if (shuffle.throughTerra().contains(at)) {
      shuffle.firstOutputs().forEach(output -> push(shuffle, output, at, List.of(reduce)));
    } else {
      decide(shuffle, at);
    }
    return true;
  }

  /** What the controller says about places. */
  public void place(PlacementReport report) {
    report.getSiteByReducerMap().forEach((reduce, at) -> place(new ShuffleId(report.getShuffle()), reduce, new SiteId(at)));
  }

  private void push(SiteShuffle shuffle, SiteShuffle.Output output, SiteId to, Collection<Integer> reducers) {
    for (int reduce : reducers) {
      if (output.part(reduce) > 0) {
        SegmentCopy key = SegmentCopy.first(shuffle.id(), output.id(), reduce, output.originIp());
        if (shuffle.isAmbiguous()) {
          hold(key, to, output.part(reduce));
        } else {
          outbox.push(key, to);
        }
      }
    }
  }

  /** Sends nothing of a segment there, and counts none of it, unless somebody asks for it. */
  private void hold(SegmentCopy key, SiteId to, long partLength) {
    if (outbox.demand(key, to) == Demand.NONE) {
      outbox.withdraw(key, to, partLength);
    }
  }

  /** Whether a shuffle goes to a site through Terra: once it does, it does for good. */
  private boolean decide(SiteShuffle shuffle, SiteId to) {
    if (to.equals(site) || shuffle.throughTerra().contains(to)) {
      return !to.equals(site);
    }
    double expected = BypassPolicy.expectedBytes(shuffle.knownBytesTo(to), shuffle.finishedMaps(), shuffle.totalMaps());
    if (!BypassPolicy.worthTerra(expected, bypassSeconds, outlook.stockBytesPerSecond(to))) {
      return false;
    }
    shuffle.throughTerra().add(to);
    changed.accept(shuffle.id());
    log.info("shuffle {}: about {} bytes are expected for {}, through Terra from now on", shuffle.id(), Math.round(expected), to);
    shuffle.firstOutputs().forEach(output -> push(shuffle, output, to, shuffle.reducersAt(to)));
    return true;
  }

  /** A reducer at another site asks for segments: who serves it? */
  FetchDecision decide(String originIp, FetchOffer offer, SiteId clientSite, Optional<Directory.Lease> relay) {
    Optional<SiteShuffle> known = shuffle(new ShuffleId(offer.getShuffle()));
    if (known.isEmpty()) {
      return answer(offer, FetchDecision.Kind.BYPASS, "shuffle " + offer.getShuffle() + " is over, or one too many");
    }
    SiteShuffle shuffle = known.get();
    if (!decide(shuffle, clientSite)) {
      return bypass(originIp, offer, clientSite, FetchDecision.Kind.BYPASS, "small, or not decided yet");
    }
    String obstacle = obstacle(offer, relay).or(() -> failureBefore(originIp, offer, clientSite))
        .orElseGet(() -> outlook.obstacle(shuffle.id(), clientSite));
    if (!obstacle.isEmpty()) {
      events.add(AgentEventKind.STOCK, shuffle.id().value(), "reduce " + offer.getReduce() + " at " + clientSite + ": " + obstacle);
      return bypass(originIp, offer, clientSite, FetchDecision.Kind.STOCK, obstacle);
    }
    offer.getSegmentsList().forEach(segment ->
        shuffle.offered(key(originIp, offer, segment), segment));
    if (shuffle.isFurther(offer.getReduce())) {
      offer.getSegmentsList().forEach(segment -> outbox.push(key(originIp, offer, segment), clientSite));
      changed.accept(shuffle.id());
    }
    return answer(offer, FetchDecision.Kind.REDIRECT, "").toBuilder().setShufflePort(relay.orElseThrow().shufflePort()).build();
  }

  private static Optional<String> obstacle(FetchOffer offer, Optional<Directory.Lease> relay) {
    return relay.isPresent() ? Optional.empty() : Optional.of("no fresh lease of the handler at " + offer.getClientIp());
  }

  /**
   * Who reads a broadcast that a task at the same address was redirected for before is another task, as long as the redirect
   * before worked: if its reader gave up, or never came, this is the same task again.
   */
  private Optional<String> failureBefore(String originIp, FetchOffer offer, SiteId to) {
    for (EarlierReader before : offer.getEarlierList()) {
      SegmentCopy key = SegmentCopy.first(
          new ShuffleId(offer.getShuffle()), OutputId.of(before.getOutput()), before.getReduce(), originIp);
      Demand demand = outbox.demand(key, to);
      if (demand == Demand.WITHDRAWN || (demand == Demand.NONE && before.getDue())) {
        return Optional.of("a redirect of " + offer.getClientIp() + " for " + OutputId.of(before.getOutput()) + " did not work before");
      }
    }
    return Optional.empty();
  }

  private FetchDecision bypass(String originIp, FetchOffer offer, SiteId to, FetchDecision.Kind kind, String reason) {
    if (shuffles.get(new ShuffleId(offer.getShuffle())).isFurther(offer.getReduce())) {
      return answer(offer, kind, reason); // its bytes are in no volume
    }
    for (SegmentLength segment : offer.getSegmentsList()) {
      outbox.withdraw(key(originIp, offer, segment), to, segment.getPartLength());
    }
    return answer(offer, kind, reason);
  }

  private static SegmentCopy key(String originIp, FetchOffer offer, SegmentLength segment) {
    return SegmentCopy.first(new ShuffleId(offer.getShuffle()), OutputId.of(segment.getOutput()), offer.getReduce(), originIp);
  }

  static FetchDecision answer(FetchOffer offer, FetchDecision.Kind kind, String reason) {
    return FetchDecision.newBuilder().setOffer(offer.getOffer()).setKind(kind).setReason(reason).build();
  }

  /** A shuffle is over; returns whether that is news. */
  public boolean end(ShuffleId id) {
    if (ended.put(id, true) != null) {
      return false;
    }
    shuffles.remove(id);
    return true;
  }

  /** The volumes of a shuffle here, if it has any, and where they go through Terra. */
  public Optional<ShuffleReport> report(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id)).filter(shuffle -> shuffle.finishedMaps() > 0).map(shuffle -> {
      ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id.value());
      Arrays.stream(shuffle.bytesByReducer()).forEach(report::addBytesByReducer);
      return report.setCarriedTo(CarriedTo.newBuilder().addAllSites(shuffle.throughTerra().stream().map(SiteId::name).sorted().toList()))
          .build();
    });
  }

  /** Where a shuffle's reducers run, as far as is known. */
  public PlacementReport placement(ShuffleId id) {
    PlacementReport.Builder report = PlacementReport.newBuilder().setShuffle(id.value());
    Optional.ofNullable(shuffles.get(id)).ifPresent(shuffle ->
        shuffle.placement().forEach((reduce, at) -> report.putSiteByReducer(reduce, at.name())));
    return report.build();
  }

  /** The shuffles that are known. */
  public List<ShuffleId> ids() {
    return List.copyOf(shuffles.keySet());
  }
}
