package dev.terra.shuffle;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.HandlerIdentity;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.LinkServices;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.fetch.FetchServices;
import dev.terra.node.latency.ResponseClasses;
import dev.terra.node.offer.OfferDesk;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.proof.HandlerProofs;
import dev.terra.node.segment.SegmentServer;
import dev.terra.node.segment.SegmentServices;
import dev.terra.node.settings.NodeSettings;
import dev.terra.node.site.StockGate;
import dev.terra.shuffle.fetch.JobDirectory;
import dev.terra.shuffle.fetch.Redirects;
import dev.terra.shuffle.fetch.Router;
import dev.terra.shuffle.output.MapOutputFiles;
import dev.terra.shuffle.output.OutputWatcher;
import dev.terra.shuffle.pipeline.ConnectionServices;
import dev.terra.shuffle.relay.DirectBuffers;
import dev.terra.shuffle.relay.RelayLimits;
import dev.terra.shuffle.relay.RelayServices;
import dev.terra.shuffle.segment.SegmentFiles;
import dev.terra.shuffle.tls.ShuffleTls;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * All parts of Terra inside one NodeManager: its threads (one for links to agents, one for the disk, two for the segment endpoint), what
 * they share, and how they end.
 */
final class TerraParts implements AutoCloseable {
  /** The quiet period of Netty's shutdown, ms. It is long by default, and a NodeManager that stops need not wait. */
  private static final int QUIET_MILLIS = 0;
  private static final int STOP_MILLIS = 1_000;

  private final ScheduledExecutorService diskThread = Executors.newSingleThreadScheduledExecutor(threads("terra-disk"));
  private final EventLoopGroup linkThread = new MultiThreadIoEventLoopGroup(1, threads("terra-link"), NioIoHandler.newFactory());
  private final HandlerTls tls;
  private final @Nullable ShuffleTls shuffleTls;
  private final AgentLinks agents;
  private final MapOutputFiles files;
  private final OutputWatcher watcher;
  private final SegmentServer segmentServer;
  private final ConnectionServices connections;
  private final ShuffleCounts counts = new ShuffleCounts();
  private @Nullable HandlerMetrics metrics;

  /** How this node authenticates others and itself: towards the site's agents and, in an encrypted shuffle, towards readers and origins. */
  record Trust(HandlerTls agents, @Nullable ShuffleTls shuffle) {}

  TerraParts(NodeSettings settings, Trust trust, int shufflePort, JobDirectory jobs, MapOutputFiles files, RelayLimits limits) {
    this.tls = trust.agents();
    this.shuffleTls = trust.shuffle();
    this.files = files;
    InstantSource clock = InstantSource.system();
    OutputRegistry registry = new OutputRegistry();
    agents = new AgentLinks(settings.agents(), settings.slices(),
        new LinkServices(registry, counts, new LinkServices.Trust(new HandlerProofs(jobs, clock), tls), settings.participation(),
            new LinkServices.Run(linkThread.next(), System::nanoTime, clock, new SecureRandom())));
    watcher = new OutputWatcher(files, registry, jobs::all, agents, new OutputWatcher.Schedule(diskThread, System::nanoTime));
    DirectBuffers buffers = new DirectBuffers();
    segmentServer = new SegmentServer(new SegmentServices(new SegmentFiles(jobs, registry, files), counts, agents));
    FetchServices fetches = new FetchServices(agents, limits.agent(), limits.agentReturn(), buffers, System::nanoTime);
    connections = new ConnectionServices(shufflePort, agents.settled(), new Router(shufflePort, jobs, agents, clock, shuffleTls),
        new OfferDesk(registry, watcher, agents), new Redirects(shufflePort, jobs, clock, shuffleTls),
        new RelayServices(fetches, shuffleTls, counts, limits), counts,
        job -> settings.participation().carries(job, registry.queue(job.id())), new ResponseClasses(
            agents::classes, agents::sites, counts.admissions(), System::nanoTime, new SecureRandom()),
        new StockGate(agents::residency, agents::sites, job -> jobs.find(job).map(ActiveJob::id).map(registry::queue).orElse("")));
  }

  private static DefaultThreadFactory threads(String name) {
    return new DefaultThreadFactory(name, true);
  }

  /** Listens for agents, connects to them and begins to watch map outputs. */
  void start(String host, NodeSettings settings) throws IOException {
    int segmentPort = segmentServer.start(settings.segmentPort());
    HandlerIdentity plain = new HandlerIdentity(host, connections.shufflePort(), segmentPort, Optional.empty(), "").observing();
    agents.start(shuffleTls == null ? plain : plain.encrypted(shuffleTls.name()));
    watcher.start();
    metrics = HandlerMetrics.register(counts).orElse(null);
  }

  ConnectionServices connections() {
    return connections;
  }

  /** Notes a change of containers: a map may have finished, or a job ended. */
  void scanSoon() {
    watcher.scanSoon();
  }

  void jobEnded(String job) {
    connections.offers().jobEnded(job);
    watcher.scanSoon();
  }

  @Override
  public void close() {
    if (metrics != null) {
      metrics.close();
    }
    agents.close();
    segmentServer.close();
    tls.close();
    if (shuffleTls != null) {
      shuffleTls.close();
    }
    diskThread.shutdownNow();
    files.close();
    linkThread.shutdownGracefully(QUIET_MILLIS, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(STOP_MILLIS);
  }
}
