package dev.terra.node.agent;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.Participation;
import dev.terra.node.proof.HandlerProofs;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Reports to the site's agents that a handler leaves all fetches to the stock path, and why, until it is closed. */
public final class StockNotice implements AutoCloseable {
  private static final int STOP_MILLIS = 1_000;

  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("terra-stock", true), NioIoHandler.newFactory());
  private final AgentLinks agents;

  private StockNotice(List<AgentAddress> agents, HandlerTls tls, RandomGenerator random) {
    this.agents = new AgentLinks(agents,
        new LinkServices(new OutputRegistry(), new ShuffleCounts(),
            new LinkServices.Trust(new HandlerProofs(shuffle -> Optional.empty(), InstantSource.system()), tls), Participation.ALL,
            new LinkServices.Run(thread.next(), System::nanoTime, InstantSource.system(), random)));
  }

  /**
   * Starts to report to the agents; agents that do not answer are tried again.
   *
   * @param identity the identity of a handler that is {@link HandlerIdentity#stock stock}
   * @param random for jitter
   */
  public static StockNotice open(List<AgentAddress> agents, HandlerTls tls, HandlerIdentity identity, RandomGenerator random) {
    StockNotice notice = new StockNotice(agents, tls, random);
    notice.agents.start(identity);
    return notice;
  }

  @Override
  public void close() {
    agents.close();
    thread.shutdownGracefully(0, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(STOP_MILLIS);
  }
}
