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

/** Executors that wrote shuffle files at site A, executors that read them at another node, real agents at the sites, one application. */
public final class SparkSites implements AutoCloseable {
  /** The executor that wrote. */
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
   * What is different from test to test.
   *
   * @param terra whether services and client are Terra's, or Spark's own
   * @param readingSite where the readers are, A or B
   * @param bypassSeconds what takes less than so many seconds is left to the stock path
   * @param spark settings of Spark's, of services and clients
   * @param stageBytes how much executors think that a stage reads; 0 if they don't know
   */
  public record Options(boolean terra, String readingSite, double bypassSeconds, Map<String, String> spark, long stageBytes) {
    /** Terra, readers at the other site, no bypass. */
    public static final Options TERRA = new Options(true, "B", 0, Map.of(), 0);

    /** These options with settings of Spark's. */
    public Options with(Map<String, String> more) {
      return new Options(terra, readingSite, bypassSeconds, more, stageBytes);
    }

    /** These options with Spark's own classes. */
    public Options stock() {
      return new Options(false, readingSite, bypassSeconds, spark, stageBytes);
    }

    /** These options with readers at a site. */
    public Options readingAt(String site) {
      return new Options(terra, site, bypassSeconds, spark, stageBytes);
    }

    /** These options with a bypass. */
    public Options bypass(double seconds) {
      return new Options(terra, readingSite, seconds, spark, stageBytes);
    }

    /** These options with executors that know how much a stage reads. */
    public Options reading(long bytes) {
      return new Options(terra, readingSite, bypassSeconds, spark, bytes);
    }

    boolean authenticates() {
      return Boolean.parseBoolean(spark.getOrDefault("spark.authenticate", "false"));
    }
  }

  /** Starts all of it. */
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

  /** Waits until agents know both nodes' services, where these are Terra's. */
  public void awaitAttached() {
    if (options.terra) {
      Await.until("both services attached", () -> wan.handlers("A") + (options.readingSite.equals("A") ? 0 : wan.handlers("B")) == 2);
    }
  }

  /** An executor begins at the node with the shuffle files. */
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

  /** The second agent makes the address from which connections come on this machine an agent's; nobody is there. */
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

  /** A client as an executor on the reading node has it. */
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

  /** Asks the reading node's service over a connection and does not take the answer. */
  public CompletableFuture<Void> askOnly(BlockStoreClient executor, PullRequest request) throws Exception {
    return PullConnection.askOnly(executor, InetSocketAddress.createUnresolved(reading.ip(), reading.port()), request);
  }

  /** Spark's own client of the application. */
  public BlockStoreClient stockClient() {
    return newStockClient(application.toString(), SECRET);
  }

  /** What the reading node's service answers an executor. */
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

  /** The client of an executor on the reading node. */
  public BlockStoreClient client() {
    return client;
  }

  public TestWan wan() {
    return wan;
  }

  /** The node with the shuffle files. */
  public SparkNode origin() {
    return origin;
  }

  /** The node of the readers. */
  public SparkNode reading() {
    return reading;
  }

  /** The application. */
  public ApplicationId application() {
    return application;
  }

  /** Its secret. */
  public String secret() {
    return SECRET;
  }

  /** What agents call a shuffle of the application. */
  public String shuffle(int number) {
    return application + "/shuffle_" + number;
  }

  /** The controller gives a shuffle to the other site two paths. */
  public void schedule(int shuffle) {
    wan.controller().rates("A", shuffle(shuffle), "B", Map.of("A-B", 12e6, "A-C-B", 6e6));
  }

  /** Bytes that went to site B through tunnels. */
  public long delivered() {
    return wan.delivered("A-B") + wan.delivered("A-C-B");
  }

  /** So many random bytes. */
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
