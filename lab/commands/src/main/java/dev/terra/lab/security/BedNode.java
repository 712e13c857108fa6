package dev.terra.lab.security;

import dev.terra.api.tls.TlsPaths;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.PartitionRange;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.HandlerIdentity;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.LinkServices;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.NodeOutput;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.Participation;
import dev.terra.node.proof.HandlerProofs;
import dev.terra.node.segment.OpenSegment;
import dev.terra.node.segment.SegmentServer;
import dev.terra.node.segment.SegmentServices;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;

/** A node's shuffle handler, made of the same parts as Hadoop's and Spark's, with one job's output of many equal partitions. */
final class BedNode implements AutoCloseable {
  static final String JOB = "job_1_1";
  static final String OUTPUT = "output";
  static final int PARTITIONS = 64;
  static final int PART_BYTES = 1_000_000;
  /** The job's secret. A reader that has it may read. */
  static final byte[] SECRET = "the job's secret".getBytes(StandardCharsets.UTF_8);
  private static final String USER = "user";

  private final String ip;
  private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final OutputRegistry registry = new OutputRegistry();
  private final HandlerTls tls;
  private final AgentLinks agents;
  private final SegmentServer segments;
  private final int segmentPort;

  /** Makes a handler that attaches to its agent. */
  BedNode(String ip, AgentAddress agent, TlsPaths files, Path data) throws IOException {
    this(ip, agent, Map.of(HandlerTls.CERTIFICATE_KEY, files.certificate().toString(),
        HandlerTls.KEY_KEY, files.key().toString(), HandlerTls.CA_KEY, files.ca().toString()), data);
  }

  /** Makes a handler that attaches to its agent without TLS. */
  static BedNode insecure(String ip, AgentAddress agent, Path data) throws IOException {
    return new BedNode(ip, agent, Map.of(HandlerTls.INSECURE_KEY, "true"), data);
  }

  private BedNode(String ip, AgentAddress agent, Map<String, String> settings, Path data) throws IOException {
    this.ip = ip;
    tls = HandlerTls.open(key -> settings.getOrDefault(key, ""));
    HandlerProofs proofs = new HandlerProofs(
        shuffle -> JOB.equals(shuffle) ? Optional.of(SECRET) : Optional.empty(), InstantSource.system());
    ShuffleCounts counts = new ShuffleCounts();
    agents = new AgentLinks(List.of(agent),
        new LinkServices(registry, counts, new LinkServices.Trust(proofs, tls), Participation.ALL,
            new LinkServices.Run(thread.next(), System::nanoTime, InstantSource.system(), new SecureRandom())));
    segments = new SegmentServer(new SegmentServices(query -> open(query, data), counts, agents));
    segmentPort = segments.start(0);
    agents.start(new HandlerIdentity(ip, 1, segmentPort, Optional.of(InetAddress.getByName(ip)), ""));
  }

  private static Optional<OpenSegment> open(Map<String, List<String>> query, Path data) throws IOException {
    int partition = Integer.parseInt(query.getOrDefault("reduce", List.of("0")).get(0));
    int count = Integer.parseInt(query.getOrDefault("count", List.of("1")).get(0));
    return Optional.of(new OpenSegment(FileChannel.open(data), (long) partition * PART_BYTES, (long) count * PART_BYTES));
  }

  private static ProducerOutput producer() {
    return ProducerOutput.getDefaultInstance();
  }

  /** Reports the output to the agent. */
  void announce() {
    NodeShuffle shuffle = new NodeShuffle(new ShuffleId(JOB), Optional.of(JOB), ReaderOrder.IN_TURN, false, true);
    registry.add(new ActiveJob(JOB, USER), new NodeOutput(OUTPUT, JOB, OptionalInt.empty(), producer()), shuffle,
        MapOutputIndex.ofBounds(LongStream.rangeClosed(0, PARTITIONS).map(i -> i * PART_BYTES).toArray()));
    agents.outputsFound();
  }

  String ip() {
    return ip;
  }

  int segmentPort() {
    return segmentPort;
  }

  boolean isAttached() {
    return agents.anyHealthy();
  }

  /**
   * Returns the route to this node's agent for fetches. It waits, since the agent may be silent for a moment on a busy
   * machine.
   */
  AgentLinks.Route route() {
    SuiteWait.await("the agent of " + ip, () -> agents.route(agents.slice(new ShuffleId(JOB))).isPresent());
    return agents.route(agents.slice(new ShuffleId(JOB))).orElseThrow(() -> new IllegalStateException("the agent of " + ip + " is away"));
  }

  /** Returns a fetch of some partitions, without a proof. */
  static FetchRequest fetch(String originIp, int first, int count) {
    return FetchRequest.newBuilder().setShuffle(JOB).setOriginIp(originIp).setUndecided(true).addOutputs(producer())
        .addRanges(PartitionRange.newBuilder().setFirst(first).setCount(count)).build();
  }

  /** Returns this request with a proof for this node. */
  FetchRequest prove(FetchRequest request) {
    return agents.proofs().prove(request, route().session(), ip);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the process ends soon
  public void close() {
    agents.close();
    segments.close();
    tls.close();
    thread.shutdownGracefully();
  }
}
