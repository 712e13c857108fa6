package dev.terra.shuffle;

import dev.terra.api.tls.TlsException;
import dev.terra.core.failure.Failures;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.agent.HandlerIdentity;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.NodeManagerStop;
import dev.terra.node.agent.StockNotice;
import dev.terra.node.settings.NodeSettings;
import dev.terra.shuffle.fetch.JobDirectory;
import dev.terra.shuffle.output.MapOutputFiles;
import dev.terra.shuffle.pipeline.PipelineHook;
import dev.terra.shuffle.relay.RelayLimits;
import dev.terra.shuffle.tls.ShuffleTls;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.ContainerTerminationContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's shuffle handler, with Terra before it. Register it in {@code yarn-site.xml} as the class of the auxiliary service
 * {@code mapreduce_shuffle} and name the site's agents in {@value ShuffleSettings#AGENTS_KEY}.
 *
 * <p>Fetches from other sites that are worth it are redirected to the handler on the reducer's own node, which relays them through its
 * site's agent. Hadoop's own code, unchanged, serves all other fetches, and it serves all fetches when no agent answers or a part of Terra
 * fails.
 */
public class TerraShuffleHandler extends ShuffleHandler {
  private static final Logger LOG = LoggerFactory.getLogger(TerraShuffleHandler.class);

  private volatile @Nullable TerraParts terra;
  private volatile @Nullable StockNotice notice;

  @Override
  protected void serviceStart() throws Exception {
    super.serviceStart();
    try {
      startTerra();
    } catch (IOException | IllegalArgumentException e) {
      LOG.error("Terra: off, all fetches take the stock path: {}", Failures.inWords(e));
      stayStock(Failures.inWords(e));
    } catch (Exception | Error e) {
      LOG.error("Terra: off, all fetches take the stock path", e);
      stayStock(Failures.inWords(e));
    }
  }

  /** Reports the reason to the site's agents, where they can be reached, so that an operator sees it. */
  private void stayStock(String reason) {
    try {
      List<AgentAddress> agents = ShuffleSettings.agents(getConfig());
      if (!agents.isEmpty()) {
        String host = InetAddress.getLocalHost().getHostName();
        notice = StockNotice.open(agents, tls(getConfig()), HandlerIdentity.stock(host, null, "", reason), new SecureRandom());
      }
    } catch (Exception | Error e) {
      LOG.warn("Terra: the agents are not notified why Terra is off here: {}", Failures.inWords(e));
    }
  }

  private void startTerra() throws Exception {
    Configuration configuration = getConfig();
    NodeSettings settings = ShuffleSettings.from(configuration);
    if (settings.agents().isEmpty()) {
      LOG.info("Terra: off, {} names no agent", ShuffleSettings.AGENTS_KEY);
      return;
    }
    Optional<String> obstacle = OwnerChecks.obstacle(configuration);
    if (obstacle.isPresent()) {
      LOG.warn("Terra: off, all fetches take the stock path: {}", obstacle.get());
      stayStock(obstacle.get());
      return;
    }
    int shufflePort = configuration.getInt(SHUFFLE_PORT_CONFIG_KEY, DEFAULT_SHUFFLE_PORT);
    TerraParts parts = new TerraParts(settings, trust(configuration, shufflePort), shufflePort, new JobDirectory(userRsrc, secretManager),
        new MapOutputFiles(getAuxiliaryLocalPathHandler()), relayLimits());
    try {
      allChannels.forEach(channel -> PipelineHook.install(channel, parts.connections()));
      parts.start(InetAddress.getLocalHost().getHostName(), settings);
    } catch (Exception | Error e) {
      parts.close();
      throw e;
    }
    terra = parts;
    LOG.info("Terra: on, agents {}", settings.agents());
  }

  private static TerraParts.Trust trust(Configuration configuration, int shufflePort) throws IOException, TlsException {
    ShuffleTls shuffle = ShuffleTls.open(configuration, shufflePort).orElse(null);
    try {
      return new TerraParts.Trust(tls(configuration), shuffle);
    } catch (TlsException | RuntimeException e) {
      if (shuffle != null) {
        shuffle.close();
      }
      throw e;
    }
  }

  private static HandlerTls tls(Configuration configuration) throws TlsException {
    return HandlerTls.open(key -> configuration.getTrimmed(key, ""));
  }

  /** Returns the deadlines of relays; tests override this method. */
  RelayLimits relayLimits() {
    return RelayLimits.DEFAULT;
  }

  @Override
  public void stopContainer(ContainerTerminationContext context) {
    super.stopContainer(context);
    tell(TerraParts::scanSoon);
  }

  /** Leaves first if the NodeManager ends rather than the application: otherwise agents would take the job for finished everywhere. */
  @Override
  public void stopApplication(ApplicationTerminationContext context) {
    tell(parts -> {
      if (NodeManagerStop.isUnderWay()) {
        leave();
      }
    });
    super.stopApplication(context);
    tell(parts -> parts.jobEnded(jobId(context)));
  }

  private static String jobId(ApplicationTerminationContext context) {
    return context.getApplicationId().toString().replaceFirst("^application_", "job_");
  }

  private void tell(Consumer<TerraParts> news) {
    try {
      TerraParts parts = terra;
      if (parts != null) {
        news.accept(parts);
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: a notification from the NodeManager was not handled", e);
    }
  }

  /** Leaves the directory of live handlers before it stops listening. */
  @Override
  protected void serviceStop() throws Exception {
    leave();
    super.serviceStop();
  }

  private synchronized void leave() {
    tell(TerraParts::close);
    terra = null;
    if (notice != null) {
      notice.close();
      notice = null;
    }
  }
}
