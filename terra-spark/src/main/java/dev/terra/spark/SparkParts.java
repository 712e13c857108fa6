package dev.terra.spark;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.HandlerIdentity;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.LinkServices;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.fetch.FetchServices;
import dev.terra.node.fetch.Patience;
import dev.terra.node.latency.AdmissionBook;
import dev.terra.node.latency.ResponseClasses;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.proof.HandlerProofs;
import dev.terra.node.segment.SegmentServer;
import dev.terra.node.segment.SegmentServices;
import dev.terra.node.settings.NodeSettings;
import dev.terra.node.site.StockGate;
import dev.terra.spark.output.FilePlaces;
import dev.terra.spark.output.FileScanner;
import dev.terra.spark.output.SparkSegments;
import dev.terra.spark.relay.BlockRelays;
import dev.terra.spark.relay.RelayNeeds;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All parts of Terra for Spark inside one NodeManager: its threads (one for links to agents, one for relays, one for the disk, one that
 * resolves names, two for the segment endpoint), what they share, and how they end.
 */
final class SparkParts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SparkParts.class);
  private static final int QUIET_MILLIS = 0;
  private static final int STOP_MILLIS = 1_000;

  private final ScheduledExecutorService diskThread = Executors.newSingleThreadScheduledExecutor(threads("terra-spark-disk"));
  private final ScheduledExecutorService resolver = Executors.newSingleThreadScheduledExecutor(threads("terra-spark-names"));
  private final EventLoopGroup linkThread =
      new MultiThreadIoEventLoopGroup(1, threads("terra-spark-link"), NioIoHandler.newFactory());
  private final NioEventLoopGroup relayThread = new NioEventLoopGroup(1, threads("terra-spark-relay"));
  private final NodeSettings settings;
  private final SparkInternals spark;
  private final HandlerTls tls;
  private final AgentLinks agents;
  private final FilePlaces places = new FilePlaces();
  private final FileScanner scanner;
  private final SegmentServer segmentServer;
  private final BlockRelays relays;
  private final StockGate gate;

  SparkParts(NodeSettings settings, HandlerTls tls, SparkInternals spark) {
    this.tls = tls;
    this.settings = settings;
    this.spark = spark;
    ShuffleCounts counts = new ShuffleCounts();
    OutputRegistry registry = new OutputRegistry();
    agents = new AgentLinks(settings.agents(), settings.slices(),
        new LinkServices(registry, counts,
            new LinkServices.Trust(new HandlerProofs(spark.secrets(), InstantSource.system()), tls),
            settings.participation(),
            new LinkServices.Run(linkThread.next(), System::nanoTime, InstantSource.system(), new SecureRandom())));
    scanner = new FileScanner(spark::executors, new FileScanner.Books(registry, places), agents,
        new FileScanner.Schedule(diskThread, System::nanoTime));
    segmentServer = new SegmentServer(new SegmentServices(new SparkSegments(registry, places), counts, agents));
    gate = new StockGate(agents::residency, agents::sites, registry::queue);
    relays = new BlockRelays(
        new RelayNeeds(relayThread.next(), new FetchServices(agents, Patience.WITH_AGENT, ProtocolTiming.RETURN.duration(),
            UnpooledByteBufAllocator.DEFAULT, System::nanoTime), counts, settings.service(), (application, queue) -> {
      if (spark.knows(application)) {
        registry.setQueue(application, queue);
      }
    }, gate), resolver);
  }

  private static DefaultThreadFactory threads(String name) {
    return new DefaultThreadFactory(name, true);
  }

  /** Listens for agents, connects to them, begins to watch shuffle files, and begins to answer executors. */
  void start(String host) throws IOException, ReflectiveOperationException {
    int segmentPort = startSegments();
    agents.start(new HandlerIdentity(host, spark.port(), segmentPort, settings.address(), settings.service()));
    scanner.start();
    relays.start();
    spark.handleWith(new PullHandler(spark.stock(), new StreamRegistry(spark.stock().getStreamManager()), relays,
        new SparkMarks(new ResponseClasses(agents::classes, agents::sites, new AdmissionBook(), System::nanoTime, new SecureRandom()),
            gate)));
  }

  /**
   * Starts the segment endpoint at the configured port, or at another port if this one is in use, and returns the port. Agents receive the
   * port, so a second Spark service in a NodeManager that has the first one's settings works too.
   */
  private int startSegments() throws IOException {
    try {
      return segmentServer.start(settings.segmentPort());
    } catch (IOException e) {
      int port = segmentServer.start(0);
      LOG.warn("Terra: {}; port {} is used instead, which firewalls have to let the site's agents reach. To choose another one, set {} in"
          + " yarn-site.xml or in this service's spark-shuffle-site.xml", e.getMessage(), port, SparkServiceSettings.SEGMENT_PORT_KEY);
      return port;
    }
  }

  @Override
  public void close() {
    agents.close();
    relays.close();
    segmentServer.close();
    tls.close();
    diskThread.shutdownNow();
    places.close();
    resolver.shutdownNow();
    relayThread.shutdownGracefully(QUIET_MILLIS, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(STOP_MILLIS);
    linkThread.shutdownGracefully(QUIET_MILLIS, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(STOP_MILLIS);
  }
}
