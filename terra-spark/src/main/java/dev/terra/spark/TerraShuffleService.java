package dev.terra.spark;

import dev.terra.api.tls.TlsException;
import dev.terra.core.failure.Failures;
import dev.terra.node.agent.HandlerIdentity;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.agent.NodeManagerStop;
import dev.terra.node.agent.StockNotice;
import dev.terra.node.settings.NodeSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.spark.network.yarn.YarnShuffleService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spark's external shuffle service on YARN, with Terra before it. Register it in {@code yarn-site.xml} as the class of the auxiliary
 * service {@code spark_shuffle} and name the site's agents in {@value SparkServiceSettings#AGENTS_KEY}.
 *
 * <p>It reports the shuffle files on this node to the agents, lets the agents read these files, and fetches blocks of other sites through
 * the agents for executors of this node. Spark's own code, unchanged, does everything else, and it does everything when no agent answers or
 * a part of Terra fails.
 */
public class TerraShuffleService extends YarnShuffleService {
  private static final Logger LOG = LoggerFactory.getLogger(TerraShuffleService.class);

  private volatile @Nullable SparkParts terra;
  private volatile @Nullable StockNotice notice;

  /** Uses the configuration of this service alone: Spark adds its {@code spark-shuffle-site.xml} to the NodeManager's configuration. */
  @Override
  protected void serviceInit(Configuration configuration) throws Exception {
    super.serviceInit(configuration);
    Configuration own = getConfig();
    try {
      startTerra(own);
    } catch (IOException | IllegalArgumentException e) {
      LOG.error("Terra: off for Spark, all fetches take the stock path: {}", Failures.inWords(e));
      stayStock(own, Failures.inWords(e));
    } catch (Exception | Error e) {
      LOG.error("Terra: off for Spark, all fetches take the stock path", e);
      stayStock(own, Failures.inWords(e));
    }
  }

  /** Reports the reason to the site's agents, where they can be reached, so that an operator sees it. */
  private void stayStock(Configuration configuration, String reason) {
    try {
      NodeSettings settings = SparkServiceSettings.from(configuration);
      if (!settings.agents().isEmpty()) {
        String host = InetAddress.getLocalHost().getHostName();
        HandlerIdentity self = HandlerIdentity.stock(host, settings.address().orElse(null), settings.service(), reason);
        notice = StockNotice.open(settings.agents(), tls(configuration), self, new SecureRandom());
      }
    } catch (Exception | Error e) {
      LOG.warn("Terra: the agents are not notified why Terra is off for Spark here: {}", Failures.inWords(e));
    }
  }

  private void startTerra(Configuration configuration) throws Exception {
    NodeSettings settings = SparkServiceSettings.from(configuration);
    if (settings.agents().isEmpty()) {
      LOG.info("Terra: off for Spark, {} names no agent", SparkServiceSettings.AGENTS_KEY);
      return;
    }
    SparkParts parts = new SparkParts(settings, tls(configuration), new SparkInternals(this));
    try {
      parts.start(InetAddress.getLocalHost().getHostName());
    } catch (Exception | Error e) {
      parts.close();
      throw e;
    }
    terra = parts;
    LOG.info("Terra: on for Spark, agents {}", settings.agents());
  }

  /** Returns whether blocks may travel through Terra; otherwise the service is Spark's own. */
  boolean isOn() {
    return terra != null;
  }

  private static HandlerTls tls(Configuration configuration) throws TlsException {
    return HandlerTls.open(key -> configuration.getTrimmed(key, ""));
  }

  /** Leaves first if the NodeManager ends rather than the application: otherwise agents would take the job for finished everywhere. */
  @Override
  public void stopApplication(ApplicationTerminationContext context) {
    if (terra != null && NodeManagerStop.isUnderWay()) {
      leave();
    }
    super.stopApplication(context);
  }

  /** Leaves its agents before it stops listening. */
  @Override
  protected void serviceStop() {
    leave();
    super.serviceStop();
  }

  private synchronized void leave() {
    try {
      if (terra != null) {
        terra.close();
      }
      if (notice != null) {
        notice.close();
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: the service did not close properly", e);
    }
    terra = null;
    notice = null;
  }
}
