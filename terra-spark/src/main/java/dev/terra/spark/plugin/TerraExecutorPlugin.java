package dev.terra.spark.plugin;

import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockManagerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts Terra's client before the client with which an executor fetches blocks. */
final class TerraExecutorPlugin implements ExecutorPlugin {
  private static final String SHUFFLE_SERVICE = "spark.shuffle.service.enabled";
  private static final String QUEUE = "spark.yarn.queue";
  private static final Logger LOG = LoggerFactory.getLogger(TerraExecutorPlugin.class);

  private @Nullable TerraBlockClient client;

  @Override
  public void init(PluginContext context, Map<String, String> extra) {
    try {
      install(context);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOG.warn("Terra: stock: this version of Spark is not supported: {}", e.toString());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The answer goes to the log.
  private void install(PluginContext context) throws ReflectiveOperationException {
    SparkConf conf = context.conf();
    if (!conf.getBoolean(SHUFFLE_SERVICE, false)) {
      LOG.warn("Terra: stock: {} is off, and blocks are read from shuffle services only", SHUFFLE_SERVICE);
      return;
    }
    BlockManager manager = SparkEnv.get().blockManager();
    Field field = BlockManager.class.getDeclaredField("blockStoreClient");
    field.setAccessible(true);
    BlockStoreClient stock = (BlockStoreClient) field.get(manager);
    BlockManagerId service = manager.shuffleServerId();
    TerraBlockClient ours = TerraBlockClient.before(stock, InetSocketAddress.createUnresolved(service.host(), service.port()),
        context.executorID(), StageBytes.ofSpark());
    field.set(manager, ours);
    client = ours;
    ours.greet(conf.get(QUEUE, ""));
  }

  @Override
  public void shutdown() {
    if (client != null) {
      client.stop();
    }
  }
}
