package dev.terra.agent;

import dev.terra.agent.cache.CacheRoom;
import dev.terra.agent.cache.SiteCache;
import dev.terra.agent.config.CacheConfig;
import dev.terra.agent.control.ShuffleQueues;
import dev.terra.agent.receive.ArrivalWatch;
import dev.terra.agent.receive.Credits;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.site.Subnets;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.spool.Storage;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.ShuffleGrant;
import dev.terra.api.version.Capability;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.view.ResourceUse;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Optional;

/**
 * Receives the bytes for this site. Bytes and descriptions of segments go to the {@link Inbox}, which keeps them in the {@link Spool}
 * until a fetch takes them. {@link Credits} report the free room to senders. An instance is used on the agent's thread only.
 */
final class Receiving {
  private final LocalSite site;
  private final Subnets subnets;
  private final Spool spool;
  private final Inbox inbox;
  private final Credits credits;
  private final SiteCache cache;
  private final ShuffleQueues queues = new ShuffleQueues();
  private final Tunnels tunnels;

  /** Creates a part that has received nothing yet. */
  Receiving(LocalSite site, Subnets subnets, Storage storage, AgentNetwork network, ArrivalWatch watch) {
    Tunnels tunnels = network.tunnels();
    this.site = site;
    this.subnets = subnets;
    this.spool = storage.spool();
    this.inbox = new Inbox(site.config().site(), spool, tunnels, new Inbox.Observers(site.events(), watch), site.ticker());
    this.credits = new Credits(tunnels);
    CacheConfig room = site.config().cache();
    this.cache = new SiteCache(new CacheRoom(room.memoryBytes(), storage.cache(), room.shares(), queues::of,
        shuffle -> network.outlook().places().mayBeAt(shuffle, site.config().site())), inbox, tunnels, site.events(), site.ticker());
    this.tunnels = tunnels;
  }

  /** Returns the segments on their way to this site, and their readers. */
  Inbox inbox() {
    return inbox;
  }

  /** Returns the queues of the shuffles whose segments may be in the cache. */
  ShuffleQueues queues() {
    return queues;
  }

  /** Notes the queues of some shuffles, which the controller has named, and applies them to the cache at once. */
  void nameQueues(Map<String, String> byShuffle) {
    queues.name(byShuffle);
    cache.followQueues();
  }

  /** Returns the cache of segments that several readers at this site read. */
  SiteCache cache() {
    return cache;
  }

  /**
   * Returns whether a reader uses the cache. A reader of a broadcast does if the agent of its origin supports reports of cached readers. So
   * does a reader for which the origin has not decided yet. A reader that already has some of its bytes does not, nor does a reader of a
   * job whose bytes may not be kept here.
   */
  boolean mayShare(FetchRequest request, SiteId source) {
    boolean shared = request.getUndecided() || (request.getAnnounce() && tunnels.can(source, Capability.CACHED_READERS));
    return shared && cache.isOpenTo(new ShuffleId(request.getShuffle())) && request.getOutputsCount() > 0
        && request.getTakenBytesList().stream().allMatch(bytes -> bytes == 0);
  }

  /** Accepts a site's description of one of its segments. */
  void described(Tunnel tunnel, SegmentMeta meta) {
    if (isOfItsOwn(tunnel, meta)) {
      inbox.meta(tunnel, meta);
    }
  }

  /**
   * Returns whether a site describes a segment of its own, or one of a submitted shuffle. The inbox checks a submitted segment against the
   * site from which it was requested.
   */
  private boolean isOfItsOwn(Tunnel tunnel, SegmentMeta meta) {
    String origin = meta.getOriginIp();
    boolean own = origin.equals(SubmittedShuffles.ORIGIN) || subnets.siteOfHandler(origin).equals(Optional.of(tunnel.peerSite()));
    if (!own) {
      site.events().addForeign(tunnel.peerAgent(), "a segment of " + BoundedText.of(origin));
    }
    return own;
  }

  /** Accepts a site's grant of the key of a shuffle's readers. If no reader here waits for the key, it is dropped and false is returned. */
  boolean granted(SiteId by, ShuffleGrant grant) {
    ShuffleId shuffle = new ShuffleId(grant.getShuffle());
    boolean awaited = inbox.waitsFor(shuffle, by);
    if (awaited) {
      site.keys().put(shuffle, by, ShuffleKey.of(grant.getKey()));
      inbox.granted(by);
    }
    return awaited;
  }

  /** Forgets what comes of a shuffle from one other site, at which the shuffle has ended. */
  void endedAt(SiteId from, ShuffleId shuffle) {
    cache.end(shuffle, from);
    inbox.dropShuffle(shuffle, from);
    site.keys().drop(shuffle, from);
  }

  /** Forgets a shuffle that has ended. */
  void end(ShuffleId shuffle) {
    cache.end(shuffle);
    queues.forget(shuffle);
    inbox.dropShuffle(shuffle);
    site.keys().drop(shuffle);
  }

  /** Returns the number of fetches that are being served. */
  int readers() {
    return inbox.readers() - cache.crossings() + cache.readers();
  }

  /** Returns how full the spool, the heap of this process and the cache are. */
  ResourceUse use() {
    Spool.Usage usage = spool.usage();
    Runtime java = Runtime.getRuntime();
    return new ResourceUse(usage.memoryUsedBytes() + usage.diskUsedBytes(), usage.memoryBytes() + usage.diskBytes(),
        java.totalMemory() - java.freeMemory(), java.maxMemory(), cache.figures().orElse(null));
  }

  /** Returns how long readers have waited so far. */
  FetchWaits waits() {
    return inbox.waits();
  }

  /** Sends the acknowledgements that are due. It is to be called every 20 ms. */
  void acknowledge() {
    inbox.flush();
  }

  /** Grants senders credit for the free room. It is to be called every 60 ms, after acknowledgements. */
  void grantCredit() {
    credits.tick(inbox.takeExpected(), spool.freeAheadBytes(), site.ticker().read());
  }

  /** Checks the deadlines of fetches. It is to be called every 100 ms. */
  void checkDeadlines() {
    inbox.tick();
    cache.tick();
  }
}
