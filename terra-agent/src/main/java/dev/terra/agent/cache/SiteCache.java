package dev.terra.agent.cache;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.SetMultimap;
import com.google.common.collect.Sets;
import dev.terra.agent.cache.CachedSegment.Loss;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.Partitions;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The cache of a site's agent. Readers of one segment wait for its one crossing, and later readers find it in the cache. A reader for whose
 * segments there is no room fetches them without the cache, under its own index. It is used on the agent's thread only.
 */
public final class SiteCache implements CachedFetch.Owner, Crossing.Owner {
  /** The most readers at a time; a site has far fewer reduce slots than this. */
  private static final int MOST_READERS = 4_096;
  /** The most outputs of one frame, which takes some 30 KiB. */
  private static final int MOST_OUTPUTS = 1_000;

  private final QueueShares shares;
  private final SegmentCache cache;
  private final DiskLayer disk;
  private final Predicate<ShuffleId> mayKeep;
  private final Inbox inbox;
  private final Replies replies;
  private final Events events;
  private final Ticker ticker;
  private final Set<CachedFetch> readers = new LinkedHashSet<>();
  private final Map<Crossing, CachedFetch> crossings = new LinkedHashMap<>();
  /** The readers for whose segments there is no room. Their own fetches begin once the refused crossing has ended. */
  private final Set<CachedFetch> refused = new LinkedHashSet<>();
  private CacheUse.Traffic traffic = CacheUse.Traffic.NONE;
  private final SavedBytes saved = new SavedBytes();
  private long spoiled;

  /** Creates an empty cache. */
  public SiteCache(CacheRoom room, Inbox inbox, Replies replies, Events events, Ticker ticker) {
    this.shares = new QueueShares(room.segmentsBytes(), room.shares(), ticker.read());
    DiskSegments onDisk = room.openDisk();
    this.cache = new SegmentCache(room.segmentsBytes(), room.queues().andThen(shares::name), shares::share,
        onDisk == null ? segment -> { } : onDisk::offer);
    this.disk = new DiskLayer(cache, onDisk, this::spoiled);
    this.mayKeep = room.mayKeep();
    this.inbox = inbox;
    this.replies = replies;
    this.events = events;
    this.ticker = ticker;
  }

  /** Returns whether there is a cache and it takes another reader of a shuffle. */
  public boolean isOpenTo(ShuffleId shuffle) {
    return cache.capacityBytes() > 0 && readers.size() < MOST_READERS && mayKeep.test(shuffle);
  }

  /** Begins a fetch. What it yields goes to the sink, possibly before this method returns. */
  public FetchControl fetch(CacheRequest request, FetchSink sink, ReaderProof proof) {
    CachedFetch fetch = new CachedFetch(new CachedFetch.Asked(request, sink, proof), cache, this, ticker);
    readers.add(fetch);
    begin(fetch);
    return fetch;
  }

  @Override
  public void begin(CachedFetch fetch) {
    CacheRequest request = fetch.request();
    shares.join(cache.queue(request.shuffle()));
    List<SegmentId> absent = request.ids().stream().filter(id -> cache.find(id).isEmpty()).toList();
    if (new LinkedHashSet<>(request.ids()).size() != request.ids().size() || !cache.mayBegin(absent.size())) {
      goStraight(fetch);
      return;
    }
    List<CachedSegment> coming = absent.stream().map(id -> cache.begin(id, request.source(), !request.undecided())).toList();
    List<CachedSegment> all = request.ids().stream().map(id -> cache.find(id).orElseThrow()).toList();
    fetch.read(all);
    if (all.stream().allMatch(CachedSegment::isWhole) && !fetch.isProven()) {
      goStraight(fetch); // so that its proof gets to the origin
      return;
    }
    tell(request, false);
    List<CachedSegment> crossing = coming.stream().filter(segment -> !bringBack(fetch, segment)).toList();
    traffic = traffic.found(all.size() - crossing.size(), crossing.size());
    if (!crossing.isEmpty()) {
      cross(fetch, crossing);
    }
    fetch.proceed();
  }

  /**
   * Begins to restore a segment from the disk for a reader that has proved that it belongs to its job. The proof of any other reader has to
   * reach the origin first.
   */
  private boolean bringBack(CachedFetch fetch, CachedSegment segment) {
    disk.removeOlder(segment.id());
    return fetch.isProven() && disk.bringBack(segment, ticker.read());
  }

  private void cross(CachedFetch leader, List<CachedSegment> coming) {
    leader.lead();
    List<SegmentId> ids = coming.stream().map(CachedSegment::id).toList();
    CacheRequest request = leader.request();
    Crossing crossing = new Crossing(cache, coming, this);
    crossings.put(crossing, leader);
    if (request.undecided()) {
      crossing.by(inbox.fetchUndecided(ids, List.of(), request.source(), crossing, leader.proof()).orElse(null));
      return;
    }
    List<SegmentCopy> pushed = CacheRequest.copies(ids, 0);
    List<SegmentCopy> copies = pushed.stream().noneMatch(inbox::isTaken) ? pushed : CacheRequest.copies(ids, request.reader());
    Optional<Fetch> begun = inbox.fetch(copies, List.of(), request.source(), crossing, leader.proof());
    crossing.by(begun.orElse(null));
    begun.ifPresent(Fetch::announce);
  }

  /** Makes a reader fetch without the cache. */
  private void goStraight(CachedFetch fetch) {
    CacheRequest request = fetch.request();
    readers.remove(fetch);
    traffic = traffic.wentStraight();
    Optional<Fetch> begun;
    if (request.undecided()) {
      begun = inbox.fetchUndecided(request.ids(), List.of(), request.source(), fetch.sink(), fetch.proof());
    } else {
      begun = inbox.fetch(CacheRequest.copies(request.ids(), request.reader()), List.of(), request.source(), fetch.sink(), fetch.proof());
      begun.ifPresent(Fetch::announce);
    }
    fetch.goStraight(begun.<FetchControl>map(way -> way).orElse(NOWHERE));
  }

  /** The control of a fetch that was refused. Its sink has received the reason. */
  private static final FetchControl NOWHERE = new FetchControl() {
    @Override
    public void proceed() {
      // nothing comes
    }

    @Override
    public void cancel() {
      // nothing comes
    }
  };

  @Override
  public void refused(Crossing crossing, FetchHead head, long bodyBytes) {
    CachedFetch leader = crossings.get(crossing);
    for (int i = 0; i < crossing.segments().size(); i++) {
      CachedSegment segment = crossing.segments().get(i);
      long cost = CachedSegment.cost(head.getSegments(i).getPartLength());
      List<CachedFetch> all = readers.stream().filter(reader -> reader.isOf(segment)).toList();
      all.forEach(reader -> shares.read(cache.queue(segment.id().shuffle()), segment.id().number(), cost));
      refused.addAll(all);
    }
    refused.forEach(reader -> reader.read(List.of()));
    crossing.segments().forEach(cache::remove);
    if (leader != null && leader.request().ids().equals(crossing.segments().stream().map(CachedSegment::id).toList())
        && refused.remove(leader)) {
      readers.remove(leader);
      traffic = traffic.wentStraight();
      leader.goStraight(crossing);
      crossing.goStraight(leader.sink(), head, bodyBytes);
    } else {
      crossing.stop(Loss.FAILED, "the cache has no room");
    }
  }

  @Override
  public void crossed(ShuffleId shuffle, long bytes) {
    traffic = traffic.moved(0, bytes);
    saved.crossed(shuffle, bytes);
  }

  @Override
  public void read(List<CachedSegment> segments) {
    segments.forEach(segment -> shares.read(cache.queue(segment.id().shuffle()), segment.id().number(), segment.cost()));
  }

  @Override
  public void served(ShuffleId shuffle, long bytes) {
    traffic = traffic.moved(bytes, 0);
    saved.served(shuffle, bytes);
  }

  @Override
  public void spoiled(CachedSegment segment) {
    spoiled++;
    cache.remove(segment);
    disk.remove(segment.id());
    events.add(AgentEventKind.CACHE_SPOILED, segment.id().shuffle().value(),
        "segment " + segment + " has changed in the cache and is dropped");
  }

  @Override
  public void ended(CachedFetch fetch, boolean whole) {
    readers.remove(fetch);
    if (!whole) {
      tell(fetch.request(), true);
    }
  }

  /**
   * Reports to the origin's agent that a reader to which it assigned an index is served from this cache, or that this was announced and did
   * not happen.
   */
  private void tell(CacheRequest request, boolean withdrawn) {
    if (request.undecided()) {
      return;
    }
    SetMultimap<Partitions, SegmentId> byPartitions = LinkedHashMultimap.create();
    request.ids().forEach(id -> byPartitions.put(id.partitions(), id));
    byPartitions.asMap().values().forEach(ids -> Lists.partition(new ArrayList<>(ids), MOST_OUTPUTS).forEach(some -> {
      SegmentRequest.Builder word = new SegmentCopy(some.get(0), request.reader()).request().setFromCache(true).setWithdrawn(withdrawn);
      some.forEach(id -> word.addOutputs(id.output().toMessage()));
      replies.send(request.source(), FrameType.REQUEST, word.build());
    }));
  }

  /** Removes a shuffle that is over. */
  public void end(ShuffleId shuffle) {
    end(shuffle, source -> true);
    saved.end(shuffle);
  }

  /** Removes what a site sends of a shuffle. */
  public void end(ShuffleId shuffle, SiteId source) {
    end(shuffle, source::equals);
  }

  /** Counts the memory of shuffles whose queues have become known for these queues, which get their shares at once. */
  public void followQueues() {
    cache.followQueues().forEach(shares::join);
  }

  /** Removes what may not be kept here any more, and sends its readers to the origin. */
  public void review() {
    List.copyOf(readers).stream().filter(reader -> !mayKeep.test(reader.request().shuffle()))
        .forEach(reader -> reader.fail("the bytes of its job may no longer be kept at this site"));
    List.copyOf(Sets.union(cache.shuffles(), disk.shuffles())).stream().filter(shuffle -> !mayKeep.test(shuffle)).forEach(this::end);
  }

  private void end(ShuffleId shuffle, Predicate<SiteId> sources) {
    List.copyOf(crossings.keySet()).stream()
        .filter(crossing -> !crossing.isOver() && crossing.isOf(shuffle) && sources.test(crossing.source()))
        .forEach(crossing -> crossing.stop(Loss.ENDED, "shuffle " + shuffle + " is over"));
    disk.end(shuffle, sources);
    cache.ofShuffle(shuffle, segment -> sources.test(segment.source())).forEach(cache::remove);
  }

  /** Checks all deadlines. It is to be called every 100 ms. */
  public void tick() {
    long now = ticker.read();
    if (shares.tick(now)) {
      followQueues();
    }
    List<CachedFetch> alone = List.copyOf(refused);
    refused.clear();
    alone.stream().filter(readers::contains).forEach(this::goStraight);
    disk.tick(now);
    List.copyOf(readers).forEach(reader -> reader.tick(now));
    List.copyOf(crossings.keySet()).stream().filter(Crossing::isUnread)
        .forEach(crossing -> crossing.stop(Loss.FAILED, "no reader waits for the segment"));
    crossings.keySet().removeIf(Crossing::isOver);
  }

  /** Returns how many readers the cache serves. */
  public int readers() {
    return readers.size();
  }

  /** Returns how many fetches the cache has under way for its readers. */
  public int crossings() {
    return (int) crossings.keySet().stream().filter(crossing -> !crossing.isOver()).count();
  }

  /** Returns the figures that are reported of the cache; nothing if there is no cache. */
  public Optional<CacheFigures> figures() {
    return cache.capacityBytes() == 0 ? Optional.empty() : Optional.of(new CacheFigures(cache.usedBytes(), cache.capacityBytes(),
        traffic.hits(), traffic.misses(), traffic.servedBytes(), traffic.crossedBytes(), cache.usedByShuffle(), saved.most(), shares.all(),
        new CacheFigures.Disk(disk.use().usedBytes(), disk.use().capacityBytes(), disk.use().segments().hits())));
  }

  /** Returns what the cache holds and has done. */
  public CacheUse use() {
    Map<String, Long> used = cache.usedByQueue();
    ImmutableMap<String, CacheUse.QueueMemory> all = Sets.union(used.keySet(), shares.all().keySet()).stream()
        .collect(ImmutableMap.toImmutableMap(queue -> queue,
            queue -> new CacheUse.QueueMemory(used.getOrDefault(queue, 0L), shares.share(queue))));
    return new CacheUse(cache.capacityBytes(), all, traffic, disk.use(), spoiled);
  }
}
