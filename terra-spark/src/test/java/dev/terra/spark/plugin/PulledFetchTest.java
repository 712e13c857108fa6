package dev.terra.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.spark.pull.PullCounts;
import dev.terra.spark.pull.PullMessage;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullReply.Kind;
import dev.terra.spark.pull.PullRequest;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of an executor's client with a fake service whose answers the test sets. */
@Timeout(30)
class PulledFetchTest {
  private static final String[] BLOCKS = {"shuffle_0_1_0", "shuffle_0_2_0"};

  private final Deque<PullReply> answers = new ArrayDeque<>();
  private final List<PullRequest> asked = new CopyOnWriteArrayList<>();
  private final List<PullCounts> told = new CopyOnWriteArrayList<>();
  private final Spark spark = new Spark();
  private TerraBlockClient client;

  /** A fake of Spark's own client, which has the bytes of every block. */
  private static final class Spark extends BlockStoreClient {
    private final List<String> fetched = new CopyOnWriteArrayList<>();

    Spark() {
      transportConf = new TransportConf("shuffle", new MapConfigProvider(Map.of()));
    }

    @Override
    public void fetchBlocks(String host, int port, String execId, String[] ids, BlockFetchingListener listener, DownloadFileManager files) {
      for (String id : ids) {
        fetched.add(id);
        listener.onBlockFetchSuccess(id, new NioManagedBuffer(ByteBuffer.wrap(id.getBytes(StandardCharsets.UTF_8))));
      }
    }

    @Override
    public void close() {
      fetched.clear();
    }
  }

  private void send(PullRequest request, ServiceConnection.Answer answer) {
    answer.came(answer(PullMessage.decode(new PullMessage("application_1_1", request).encode()).request()).encode());
  }

  private PullReply answer(PullRequest request) {
    if (request instanceof PullRequest.Tell tell) {
      told.add(tell.counts());
      return PullReply.text(Kind.READY, "");
    }
    asked.add(request);
    return answers.remove();
  }

  private TerraBlockClient newClient() throws ReflectiveOperationException {
    return new TerraBlockClient(spark, this::send, InetSocketAddress.createUnresolved("here", 7337), "9",
        range -> 1_000L * range.first() + 7);
  }

  private Map<String, String> fetch() throws Exception {
    client = newClient();
    return fetchOnce();
  }

  private Map<String, String> fetchOnce() throws Exception {
    Map<String, String> came = new ConcurrentHashMap<>();
    CountDownLatch missing = new CountDownLatch(BLOCKS.length);
    client.fetchBlocks("there", 7337, "3", BLOCKS, new BlockFetchingListener() {
      @Override
      public void onBlockFetchSuccess(String id, ManagedBuffer data) {
        came.put(id, text(data));
        missing.countDown();
      }

      @Override
      public void onBlockFetchFailure(String id, Throwable cause) {
        came.put(id, cause.toString());
        missing.countDown();
      }
    }, null);
    assertThat(missing.await(10, TimeUnit.SECONDS)).isTrue();
    return new TreeMap<>(came);
  }

  private static String text(ManagedBuffer data) {
    try {
      return StandardCharsets.UTF_8.decode(data.nioByteBuffer()).toString();
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void close() throws Exception {
    client.close();
  }

  @Test
  void bytesComePieceByPiece() throws Exception {
    answers.addAll(List.of(PullReply.waiting(), PullReply.lengths(new long[] {4, 5}, bytes("on")), PullReply.bytes(bytes("e?tw")),
        PullReply.waiting(), PullReply.bytes(bytes("o??"))));
    assertThat(fetch()).isEqualTo(Map.of(BLOCKS[0], "one?", BLOCKS[1], "two??"));
    assertThat(asked.get(4)).isInstanceOfSatisfying(PullRequest.Next.class, next -> assertThat(next.offset()).isEqualTo(6));
    assertThat(spark.fetched).isEmpty();
  }

  @Test
  void whatDoesNotComeIsSparksOwn() throws Exception {
    answers.addAll(List.of(PullReply.lengths(new long[] {3, 5}, bytes("onetw")), PullReply.text(Kind.STOCK, "")));
    assertThat(fetch()).isEqualTo(Map.of(BLOCKS[0], "one", BLOCKS[1], BLOCKS[1]));
    assertThat(spark.fetched).containsExactly(BLOCKS[1]);
  }

  @Test
  void aServiceThatHasStartedAnewIsAskedForWhatIsLeft() throws Exception {
    answers.addAll(List.of(PullReply.lengths(new long[] {3, 5}, bytes("onetw")), PullReply.text(Kind.UNKNOWN, ""),
        PullReply.lengths(new long[] {5}, bytes("two!!"))));
    assertThat(fetch()).isEqualTo(Map.of(BLOCKS[0], "one", BLOCKS[1], "two!!"));
    assertThat(opened(0).blocks()).containsExactly(BLOCKS);
    assertThat(opened(2).blocks()).containsExactly(BLOCKS[1]);
    assertThat(opened(2).key()).isNotEqualTo(opened(0).key());
    assertThat(opened(2).executor()).isEqualTo("3");
    assertThat(opened(2).stageBytes()).isEqualTo(7);
  }

  @Test
  void aShuffleThatIsTooSmallIsNotAskedAboutAgainAtOnce() throws Exception {
    answers.add(PullReply.text(Kind.BYPASS, "small"));
    client = newClient();
    assertThat(fetchOnce()).isEqualTo(Map.of(BLOCKS[0], BLOCKS[0], BLOCKS[1], BLOCKS[1]));
    assertThat(fetchOnce()).isEqualTo(Map.of(BLOCKS[0], BLOCKS[0], BLOCKS[1], BLOCKS[1]));
    assertThat(asked).hasSize(1);
    client.stop();
    assertThat(told.stream().mapToLong(PullCounts::bypassedBytes).sum()).isEqualTo(4L * BLOCKS[0].length());
  }

  private PullRequest.Open opened(int request) {
    return (PullRequest.Open) asked.get(request);
  }

  @Test
  void oneThatStartsAnewAgainIsLeft() throws Exception {
    answers.addAll(List.of(PullReply.lengths(new long[] {3, 5}, bytes("onetw")), PullReply.text(Kind.UNKNOWN, ""),
        PullReply.lengths(new long[] {5}, bytes("tw")), PullReply.text(Kind.UNKNOWN, "")));
    assertThat(fetch()).isEqualTo(Map.of(BLOCKS[0], "one", BLOCKS[1], BLOCKS[1]));
  }

  @Test
  void whatWentWithoutTerraIsToldEvenIfNothingElseIsAsked() throws Exception {
    answers.add(PullReply.text(Kind.BYPASS, "small"));
    assertThat(fetch()).containsOnlyKeys(BLOCKS);
    client.stop();
    int bytes = Arrays.stream(BLOCKS).mapToInt(String::length).sum();
    assertThat(told.stream().reduce(PullCounts.NONE, PullCounts::plus)).isEqualTo(new PullCounts(0, bytes, 0));
  }

  @Test
  void moreThanExpectedIsNobodys() throws Exception {
    answers.add(PullReply.lengths(new long[] {3, 1}, bytes("onetwo")));
    assertThat(fetch()).containsEntry(BLOCKS[0], "one").containsOnlyKeys(BLOCKS);
  }
}
