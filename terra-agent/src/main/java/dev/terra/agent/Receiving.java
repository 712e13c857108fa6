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
 * Receives what comes to this site. Bytes and descriptions of segments go to the {@link Inbox}, which keeps them in the {@link Spool}
 * until a fetch takes them. {@link Credits} tell senders how much room there is. On the agent's thread.
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

  /** Has received nothing yet. */
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

  /** Segments on their way to this site, and their readers. */
  Inbox inbox() {
    return inbox;
  }

  /** Whose queues' segments are in the cache. */
  ShuffleQueues queues() {
    return queues;
  }

  /** The controller names the queues of some shuffles: the cache follows at once. */
  void nameQueues(Map<String, String> byShuffle) {
    queues.name(byShuffle);
    cache.followQueues();
  }

  /** What several readers here read. */
  SiteCache cache() {
    return cache;
  }

  /**
   * Whether a reader takes part in the cache: one of a broadcast, if its origin's agent can hear of that, or one of whom nothing is
   * known yet; not one that goes on with what it has, and none of a job whose bytes may not be kept here.
   */
  boolean mayShare(FetchRequest request, SiteId source) {
    boolean shared = request.getUndecided() || (request.getAnnounce() && tunnels.can(source, Capability.CACHED_READERS));
    return shared && cache.isOpenTo(new ShuffleId(request.getShuffle())) && request.getOutputsCount() > 0
        && request.getTakenBytesList().stream().allMatch(bytes -> bytes == 0);
  }

  /** A site describes one of its segments. */
  void described(Tunnel tunnel, SegmentMeta meta) {
    if (isOfItsOwn(tunnel, meta)) {
      inbox.meta(tunnel, meta);
    }
  }

  /** Whether a site speaks of its own origin, or of what was submitted, which the inbox knows by the site that it asked. */
  private boolean isOfItsOwn(Tunnel tunnel, SegmentMeta meta) {
    String origin = meta.getOriginIp();
    boolean own = origin.equals(SubmittedShuffles.ORIGIN) || subnets.siteOfHandler(origin).equals(Optional.of(tunnel.peerSite()));
    if (!own) {
      site.events().addForeign(tunnel.peerAgent(), "a segment of " + BoundedText.of(origin));
    }
    return own;
  }

  /** A site grants the key of a shuffle's readers; false if no reader here waits for it, and it is not kept. */
  boolean granted(SiteId by, ShuffleGrant grant) {
    ShuffleId shuffle = new ShuffleId(grant.getShuffle());
    boolean awaited = inbox.waitsFor(shuffle, by);
    if (awaited) {
      site.keys().put(shuffle, by, ShuffleKey.of(grant.getKey()));
      inbox.granted(by);
    }
    return awaited;
  }

  /** A shuffle has ended at another site: nothing more of it comes from there. */
  void endedAt(SiteId from, ShuffleId shuffle) {
    cache.end(shuffle, from);
    inbox.dropShuffle(shuffle, from);
    site.keys().drop(shuffle, from);
  }

  /** A shuffle has ended: forgets it. */
  void end(ShuffleId shuffle) {
    cache.end(shuffle);
    queues.forget(shuffle);
    inbox.dropShuffle(shuffle);
    site.keys().drop(shuffle);
  }

  /** How many fetches are served now. */
  int readers() {
    return inbox.readers() - cache.crossings() + cache.readers();
  }

  /** How full the spool and the heap of this process are. */
  ResourceUse use() {
    Spool.Usage usage = spool.usage();
    Runtime java = Runtime.getRuntime();
    return new ResourceUse(usage.memoryUsedBytes() + usage.diskUsedBytes(), usage.memoryBytes() + usage.diskBytes(),
        java.totalMemory() - java.freeMemory(), java.maxMemory(), cache.figures().orElse(null));
  }

  /** What readers have waited so far. */
  FetchWaits waits() {
    return inbox.waits();
  }

  /** Sends acknowledgements that are due. To be called every 20 ms. */
  void acknowledge() {
    inbox.flush();
  }

  /** Tells senders how much room there is. To be called every 60 ms, after acknowledgements. */
  void grantCredit() {
    credits.tick(inbox.takeExpected(), spool.freeAheadBytes(), site.ticker().read());
  }

  /** Looks at the deadlines of fetches. To be called every 100 ms. */
  void checkDeadlines() {
    inbox.tick();
    cache.tick();
  }
}
