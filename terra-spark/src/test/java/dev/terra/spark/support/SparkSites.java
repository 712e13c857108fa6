package dev.terra.spark.support;

import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.TestWan;
import dev.terra.node.agent.HandlerTls;
import dev.terra.spark.SparkServiceSettings;
import dev.terra.spark.TerraShuffleService;
import dev.terra.spark.plugin.PullConnection;
import dev.terra.spark.plugin.TerraBlockClient;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.spark.network.sasl.SecretKeyHolder;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.ExternalBlockStoreClient;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;
import org.apache.spark.network.yarn.YarnShuffleService;

/**
 * A setup of one application: executors that have written shuffle files at site A, executors that read them at another node, and real
 * agents at the sites.
 */
public final class SparkSites implements AutoCloseable {
  /** The executor that has written the shuffle files. */
  public static final String WRITER = "1";
  private static final String SECRET = "a-secret-of-the-application";

  private static final int ANSWER_SECONDS = 10;

  private final Options options;
  private final TestWan wan;
  private final ApplicationId application = ApplicationId.newInstance(1_700_000_000_000L, 1);
  private final SparkNode origin;
  private final SparkNode reading;
  private final List<BlockStoreClient> clients = new ArrayList<>();
  private final BlockStoreClient client;
  private final Random random = new Random(7);

  /**
   * The options that differ from test to test.
   *
   * @param terra whether services and client are Terra's, or Spark's own
   * @param readingSite the site of the readers, A or B
   * @param bypassSeconds transfers that take less than this time, in seconds, are left to the stock path
   * @param spark Spark's own settings, for services and clients
   * @param stageBytes the executors' estimate of the bytes that a stage reads; 0 if they have none
   */
  public record Options(boolean terra, String readingSite, double bypassSeconds, Map<String, String> spark, long stageBytes) {
    /** Terra, with readers at the other site and without a bypass. */
    public static final Options TERRA = new Options(true, "B", 0, Map.of(), 0);

    /** Returns these options with some of Spark's own settings. */
    public Options with(Map<String, String> more) {
      return new Options(terra, readingSite, bypassSeconds, more, stageBytes);
    }

    /** Returns these options with Spark's own classes. */
    public Options stock() {
      return new Options(false, readingSite, bypassSeconds, spark, stageBytes);
    }

    /** Returns these options with readers at a site. */
    public Options readingAt(String site) {
      return new Options(terra, site, bypassSeconds, spark, stageBytes);
    }

    /** Returns these options with a bypass. */
    public Options bypass(double seconds) {
      return new Options(terra, readingSite, seconds, spark, stageBytes);
    }

    /** Returns these options with executors that have an estimate of the bytes that a stage reads. */
    public Options reading(long bytes) {
      return new Options(terra, readingSite, bypassSeconds, spark, bytes);
    }

    boolean authenticates() {
      return Boolean.parseBoolean(spark.getOrDefault("spark.authenticate", "false"));
    }
  }

  /** Starts the whole setup. */
  public SparkSites(Path root, Options options) throws Exception {
    this.options = options;
    wan = new TestWan(1, new SpoolConfig(64 << 20, 0, Optional.empty()), options.bypassSeconds);
    wan.awaitTunnels("A-B", "A-C-B");
    origin = node("A", "127.77.1.10", root.resolve("a"));
    reading = node(options.readingSite, options.readingSite.equals("A") ? "127.77.1.11" : "127.77.2.10", root.resolve("b"));
    client = newClient(application.toString(), SECRET);
    register(WRITER);
    awaitAttached();
  }

  /** Waits until both nodes' services are attached to agents, if they are Terra's. */
  public void awaitAttached() {
    if (options.terra) {
      Await.until("both services attached", () -> wan.handlers("A") + (options.readingSite.equals("A") ? 0 : wan.handlers("B")) == 2);
    }
  }

  /** Registers an executor at the node with the shuffle files. */
  public void register(String executor) throws IOException, InterruptedException {
    newStockClient(application.toString(), SECRET)
        .registerWithShuffleServer(origin.ip(), origin.port(), executor, origin.executor(executor));
  }

  private SparkNode node(String site, String ip, Path root) throws IOException {
    YarnShuffleService service = options.terra ? new TerraShuffleService() : new YarnShuffleService();
    SparkNode node = new SparkNode(service, ip, root, settings -> configure(settings, wan.siteAddress(site), ip));
    node.startApplication(application, ByteBuffer.wrap(SECRET.getBytes(StandardCharsets.UTF_8)));
    return node;
  }

  /**
   * Sets the service's configuration. Nothing listens at the second agent's address. Its entry makes 127.0.0.1, from which connections on
   * this machine come, an address of an agent.
   */
  private void configure(Configuration settings, InetSocketAddress agent, String ip) {
    options.spark.forEach(settings::set);
    settings.setBoolean(HandlerTls.INSECURE_KEY, true);
    settings.set(SparkServiceSettings.AGENTS_KEY, agent.getAddress().getHostAddress() + ":" + agent.getPort() + ",127.0.0.1:1");
    settings.set(SparkServiceSettings.ADDRESS_KEY, ip);
    settings.setInt(SparkServiceSettings.SEGMENT_PORT_KEY, 0);
  }

  private ExternalBlockStoreClient newStockClient(String app, String secret) {
    Map<String, String> settings = new HashMap<>(Map.of("spark.shuffle.io.retryWait", "100ms"));
    settings.putAll(options.spark);
    TransportConf conf = new TransportConf("shuffle", new MapConfigProvider(settings));
    ExternalBlockStoreClient made = new ExternalBlockStoreClient(conf, new Secret(secret), options.authenticates(), 5_000);
    made.init(app);
    clients.add(made);
    return made;
  }

  /** Returns a client like that of an executor on the reading node. */
  public BlockStoreClient newClient(String app, String secret) throws ReflectiveOperationException {
    ExternalBlockStoreClient stock = newStockClient(app, secret);
    if (!options.terra) {
      return stock;
    }
    TerraBlockClient made = TerraBlockClient.before(stock, InetSocketAddress.createUnresolved(reading.ip(), reading.port()), "2",
        range -> options.stageBytes);
    clients.add(made);
    return made;
  }

  /** Sends a request to the reading node's service over a connection, and does not fetch the answer. */
  public CompletableFuture<Void> askOnly(BlockStoreClient executor, PullRequest request) throws Exception {
    return PullConnection.askOnly(executor, InetSocketAddress.createUnresolved(reading.ip(), reading.port()), request);
  }

  /** Returns Spark's own client, for the application. */
  public BlockStoreClient stockClient() {
    return newStockClient(application.toString(), SECRET);
  }

  /** Returns the kind of the reading node's answer to an executor's request. */
  public PullReply.Kind ask(PullRequest request) {
    return PullConnection.ask(newStockClient(application.toString(), SECRET),
        InetSocketAddress.createUnresolved(reading.ip(), reading.port()), request).orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
  }

  /** An application's secret. */
  private record Secret(String value) implements SecretKeyHolder {
    @Override
    public String getSaslUser(String app) {
      return app;
    }

    @Override
    public String getSecretKey(String app) {
      return value;
    }
  }

  /** Returns the client of an executor on the reading node. */
  public BlockStoreClient client() {
    return client;
  }

  public TestWan wan() {
    return wan;
  }

  /** Returns the node with the shuffle files. */
  public SparkNode origin() {
    return origin;
  }

  /** Returns the node of the readers. */
  public SparkNode reading() {
    return reading;
  }

  /** Returns the application. */
  public ApplicationId application() {
    return application;
  }

  /** Returns the application's secret. */
  public String secret() {
    return SECRET;
  }

  /** Returns the name of a shuffle of the application in messages to agents. */
  public String shuffle(int number) {
    return application + "/shuffle_" + number;
  }

  /** Makes the controller give rates on two paths to a shuffle from site A to site B. */
  public void schedule(int shuffle) {
    wan.controller().rates("A", shuffle(shuffle), "B", Map.of("A-B", 12e6, "A-C-B", 6e6));
  }

  /** Returns how many bytes have reached site B through tunnels. */
  public long delivered() {
    return wan.delivered("A-B") + wan.delivered("A-C-B");
  }

  /** Returns the given number of random bytes. */
  public byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    for (int i = clients.size() - 1; i >= 0; i--) {
      clients.get(i).close();
    }
    reading.close();
    origin.close();
    wan.close();
  }
}
