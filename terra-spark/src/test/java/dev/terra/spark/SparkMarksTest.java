package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassOfJob;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.DscpOfClasses;
import dev.terra.api.v1.SiteSubnets;
import dev.terra.core.residency.Residency;
import dev.terra.core.wan.SiteId;
import dev.terra.node.latency.AdmissionBook;
import dev.terra.node.latency.ClassTable;
import dev.terra.node.latency.ResponseClasses;
import dev.terra.node.site.SiteMap;
import dev.terra.node.site.StockGate;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.client.TransportResponseHandler;
import org.apache.spark.network.shuffle.protocol.BlockTransferMessage;
import org.apache.spark.network.shuffle.protocol.ExecutorShuffleInfo;
import org.apache.spark.network.shuffle.protocol.FetchShuffleBlocks;
import org.apache.spark.network.shuffle.protocol.OpenBlocks;
import org.apache.spark.network.shuffle.protocol.RegisterExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the bytes of Spark's service carry the mark of their application's class. The mark is read from the kernel's socket option.
 */
class SparkMarksTest {
  private static final String REPORT = "application_1_0001";
  private static final String OTHER = "application_1_0002";
  private static final int INTERACTIVE = 18 << 2;
  private static final int NORMAL = 4 << 2;
  private static final long PATIENCE_MILLIS = 10_000;

  private final NioEventLoopGroup loop = new NioEventLoopGroup(1);
  private ServerSocket executor;
  private SocketChannel channel;
  private TransportClient client;
  private Residency residency = Residency.FREE;
  private Optional<ClassTable> table = Optional.of(ClassTable.of(ClassRules.newBuilder()
      .setMarks(DscpOfClasses.newBuilder().setInteractive(INTERACTIVE >> 2).setNormal(NORMAL >> 2).setBulk(1))
      .addJobs(ClassOfJob.newBuilder().setJob(REPORT).setName(ClassName.CLASS_INTERACTIVE)).build()));

  @BeforeEach
  void connect() throws Exception {
    executor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    channel = (SocketChannel) new Bootstrap().group(loop).channel(NioSocketChannel.class).handler(new ChannelInboundHandlerAdapter())
        .connect(executor.getLocalSocketAddress()).sync().channel();
    client = new TransportClient(channel, new TransportResponseHandler(channel));
  }

  @AfterEach
  void close() throws Exception {
    assertThat(channel.close().awaitUninterruptibly(PATIENCE_MILLIS)).isTrue();
    executor.close();
    assertThat(loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(PATIENCE_MILLIS)).isTrue();
  }

  /** Returns the marks of a service at site A. Executors at the loopback address are at the given site. */
  private SparkMarks marks(String executorsSite) {
    SiteMap sites = SiteMap.of(AgentWelcome.newBuilder().setSite("A")
        .addSites(SiteSubnets.newBuilder().setSite(executorsSite).addSubnets("127.0.0.0/8")).build());
    return new SparkMarks(
        new ResponseClasses(() -> table, () -> Optional.of(sites), new AdmissionBook(), System::nanoTime, new Random(1)),
        new StockGate(() -> residency, () -> Optional.of(sites), application -> application.equals(REPORT) ? "pii" : "other"));
  }

  @Test
  void aServiceRefusesBlocksThatOnlyTheStockPathWouldBringToAnotherSite() {
    assertThat(marks("B").refusal(client, fetch(REPORT))).as("without a rule").isEmpty();
    residency = new Residency(ImmutableMap.of("pii", ImmutableSet.of(new SiteId("C"))), ImmutableSet.of("pii"));
    assertThat(marks("B").refusal(client, fetch(REPORT))).hasValueSatisfying(
        why -> assertThat(why).contains("queue pii").contains("off C ").contains("from A to B").contains("stockPath: refuse"));
    assertThat(marks("A").refusal(client, fetch(REPORT))).as("at its own site").isEmpty();
    ByteBuffer other = new RegisterExecutor(REPORT, "1", new ExecutorShuffleInfo(new String[0], 1, "sort")).toByteBuffer();
    assertThat(marks("B").refusal(client, other)).as("no request for blocks").isEmpty();
  }

  @Test
  void anotherQueuesBlocksAreNotRefused() {
    residency = new Residency(ImmutableMap.of("pii", ImmutableSet.of(new SiteId("C"))), ImmutableSet.of("pii"));
    assertThat(marks("B").refusal(client, fetch(OTHER))).isEmpty();
  }

  private static ByteBuffer fetch(String application) {
    BlockTransferMessage request = new FetchShuffleBlocks(application, "1", 0, new long[] {5}, new int[][] {{0}}, false);
    return request.toByteBuffer();
  }

  @Test
  void aConnectionHasTheMarkOfItsApplicationsClass() {
    SparkMarks marks = marks("B");
    marks.mark(client, fetch(REPORT));
    assertThat(channel.config().getTrafficClass()).isEqualTo(INTERACTIVE);
    table = Optional.of(ClassTable.of(ClassRules.newBuilder().setMarks(DscpOfClasses.newBuilder().setInteractive(18).setNormal(4)
        .setBulk(1)).build()));
    marks.mark(client, fetch(REPORT));
    assertThat(channel.config().getTrafficClass()).as("the classes have changed").isEqualTo(NORMAL);
  }

  @Test
  void oldRequestsForBlocksNameTheirApplicationToo() {
    marks("B").mark(client, new OpenBlocks(REPORT, "1", new String[] {"shuffle_0_5_0"}).toByteBuffer());
    assertThat(channel.config().getTrafficClass()).isEqualTo(INTERACTIVE);
  }

  @Test
  void anApplicationWithoutAClassIsNormal() {
    marks("B").mark(client, fetch(OTHER));
    assertThat(channel.config().getTrafficClass()).isEqualTo(NORMAL);
  }

  @Test
  void aConnectionIsOneApplicationsUntilItEnds() {
    SparkMarks marks = marks("B");
    marks.mark(client, fetch(REPORT));
    marks.mark(client, fetch(OTHER));
    assertThat(channel.config().getTrafficClass()).isEqualTo(INTERACTIVE);
    marks.forget(client);
    marks.mark(client, fetch(OTHER));
    assertThat(channel.config().getTrafficClass()).isEqualTo(NORMAL);
  }

  @Test
  void whereSparkAuthenticatesTheClientsNameCounts() {
    client.setClientId(REPORT);
    marks("B").mark(client, fetch(OTHER));
    assertThat(channel.config().getTrafficClass()).isEqualTo(INTERACTIVE);
  }

  @Test
  void whatStaysInItsSiteOrIsOfNoRequestIsLeftAsItIs() {
    marks("A").mark(client, fetch(REPORT));
    marks("B").mark(client, ByteBuffer.wrap(new byte[] {99, 1, 2}));
    table = Optional.empty();
    marks("B").mark(client, fetch(REPORT));
    assertThat(channel.config().getTrafficClass()).isZero();
  }
}
