package dev.terra.node.support;

import dev.terra.api.proof.ShuffleKey;
import dev.terra.core.slice.Slices;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.HandlerIdentity;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.LinkServices;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.Participation;
import dev.terra.node.proof.HandlerProofs;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A node's links to its site's agents, on a thread of their own. All jobs have the same secret. */
public final class TestLinks implements AutoCloseable {
  /** The secret of all jobs. */
  public static final byte[] SECRET = "secret of all jobs".getBytes(StandardCharsets.UTF_8);

  private final EventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final OutputRegistry registry = new OutputRegistry();
  private final ShuffleCounts counts = new ShuffleCounts();
  private final AgentLinks agents;

  /** Creates links to agents of which any one carries everything. */
  public TestLinks(FakeAgent... agents) {
    this(Slices.ONE, agents);
  }

  /** Creates links to agents that divide their work. */
  public TestLinks(Slices slices, FakeAgent... agents) {
    this.agents = new AgentLinks(Stream.of(agents).map(agent -> AgentAddress.parse(agent.address())).toList(), slices,
        new LinkServices(registry, counts,
            new LinkServices.Trust(new HandlerProofs(shuffle -> Optional.of(SECRET), InstantSource.system()), HandlerTls.insecure()),
            Participation.ALL, new LinkServices.Run(thread.next(), System::nanoTime, InstantSource.system(), new Random(1))));
  }

  /** Connects the links, and waits for a healthy agent. */
  public TestLinks start() {
    agents.start(new HandlerIdentity("here", 1, 2, Optional.of(InetAddress.getLoopbackAddress()), "test"));
    Waiting.until("an agent is healthy", agents::anyHealthy);
    return this;
  }

  /** Returns the links. */
  public AgentLinks agents() {
    return agents;
  }

  /** Returns the outputs that the links announce. */
  public OutputRegistry registry() {
    return registry;
  }

  /** Returns the counts that the links report. */
  public ShuffleCounts counts() {
    return counts;
  }

  /** Returns the key of a shuffle for an agent's session. */
  public static ShuffleKey key(String shuffle) {
    return ShuffleKey.of(SECRET, shuffle, FakeAgent.SESSION);
  }

  @Override
  public void close() {
    agents.close();
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
