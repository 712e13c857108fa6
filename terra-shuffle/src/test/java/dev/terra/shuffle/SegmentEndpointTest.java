package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of what the site's agents may read of map outputs, and of what no client may read. */
@TestInstance(Lifecycle.PER_CLASS)
class SegmentEndpointTest {
  private final TestJob job = new TestJob(1);
  private final TestJob stranger = new TestJob(2);
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private FakeAgent agent;
  private FakeAgent distantAgent;
  private TestNode node;
  private TestNode nodeOfAnotherAgent;
  private List<Part> parts;
  private int port;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    agent = new FakeAgent("A", 1);
    node = new TestNode(new TerraShuffleHandler(), directory.resolve("a"),
        settings -> settings.set(ShuffleSettings.AGENTS_KEY, "127.0.0.9:1, " + agent.address()));
    distantAgent = new FakeAgent("A", 1, "127.0.0.9", 0);
    nodeOfAnotherAgent = new TestNode(new TerraShuffleHandler(), directory.resolve("b"),
        settings -> settings.set(ShuffleSettings.AGENTS_KEY, distantAgent.address()));
    node.startJob(job);
    parts = job.writeOutput(node.localDirectory(0), 0, 1_000, 0, 200_000);
    job.writeOutput(node.localDirectory(1), "attempt_1700000000000_0001_1_00_000000_0_10001", 10);
    job.writeOutput(node.localDirectory(1), "attempt_1700000000000_0001_1_02_000000_0_10009", 10, 20);
    stranger.writeOutput(node.localDirectory(0), 0, 1_000);
    port = agent.hello().getSegmentPort();
  }

  @AfterAll
  void stop() {
    node.close();
    nodeOfAnotherAgent.close();
    agent.close();
    distantAgent.close();
  }

  private String path(int reduce) {
    return "/v1/segment?job=" + job.id() + "&map=" + job.map(0) + "&reduce=" + reduce + "&user=" + job.user();
  }

  private String proof(TestJob of, String path) {
    String shuffle = path.replaceFirst(".*job=([^&]*).*", "$1");
    return ReadProof.make(ShuffleKey.of(of.key().getEncoded(), shuffle, 1), path, 1, Instant.now()).toString();
  }

  private HttpResponse<byte[]> get(int segmentPort, String path, String... headers) throws IOException {
    return getWith(proof(job, path), segmentPort, path, headers);
  }

  private HttpResponse<byte[]> getWith(String proof, int segmentPort, String path, String... headers) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + segmentPort + path));
    request.header(ReadProof.FIELD, proof);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"bytes=0-99,0,100", "bytes=1000-199999,1000,200000", "bytes=199999-,199999,200000", "bytes=5-999999999999,5,200000"})
  void servesRanges(String range, int from, int to) throws IOException {
    HttpResponse<byte[]> response = get(port, path(2), "Range", range);
    assertThat(response.statusCode()).isEqualTo(206);
    assertThat(ByteString.copyFrom(response.body())).isEqualTo(parts.get(2).bytes().substring(from, to));
    assertThat(response.headers().firstValue("Content-Range")).contains("bytes " + from + "-" + (to - 1) + "/200000");
  }

  private HandlerSpan span(String name) {
    Waiting.until("the handler tells of " + name,
        () -> agent.received().stream().anyMatch(message -> message.getSpan().getName().equals(name)));
    return agent.received().stream().map(HandlerMessage::getSpan).filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void agentsHearOfReadsThatTheyTrace() throws IOException {
    String name = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00f067aa0ba902b7";
    assertThat(get(port, path(2), "Range", "bytes=0-99", SpanName.FIELD, name).statusCode()).isEqualTo(206);
    assertThat(span(name).getKind()).isEqualTo(HandlerSpan.Kind.READ);
    assertThat(span(name).getBytes()).isEqualTo(100);
    assertThat(span(name).getFailed()).isFalse();
    String refused = name.replace("b7ad", "b7ae");
    assertThat(get(port, path(2), "Range", "bytes=5-4", SpanName.FIELD, refused).statusCode()).isEqualTo(416);
    assertThat(span(refused).getFailed()).isTrue();
    assertThat(span(refused).getProblem()).contains("416");
  }

  @Test
  void servesWholeSegments() throws IOException {
    for (Part part : parts) {
      HttpResponse<byte[]> response = get(port, path(part.reduce()));
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(ByteString.copyFrom(response.body())).isEqualTo(part.bytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=200000-", "bytes=5-4", "bytes=-5", "bytes=a-b", "lines=0-1", "bytes=0-1,3-4",
      "bytes=0-99999999999999999999"})
  void refusesRangesThatAreNone(String range) throws IOException {
    assertThat(get(port, path(2), "Range", range).statusCode()).isEqualTo(416);
  }

  @Test
  void hasNoRangeOfAnEmptySegment() throws IOException {
    assertThat(get(port, path(1), "Range", "bytes=0-").statusCode()).isEqualTo(416);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reduce=0:reduce=3", "reduce=0:reduce=-1", "reduce=0:reduce=x", "reduce=0:x=0", "user=:user=x",
      "_m_000000_0:_m_000001_0", "map=attempt:map=../attempt", "map=attempt_1700000000000_0001_m_000000_0:map=..%2F..",
      "job=job_1700000000000_0001:job=job_1700000000000_0002", "_0001_m:_0002_m",
      "attempt_1700000000000_0001_m_000000_0:attempt_1700000000000_0001_1_00_000000_0_10001"})
  void hasNothingElse(String change) throws IOException {
    String[] pair = change.split(":");
    assertThat(get(port, path(0).replace(pair[0], pair[1])).statusCode()).isIn(403, 404);
  }

  /** The address of an agent is not enough. A proof is needed, which only an agent that serves a reader of the job can make. */
  @Test
  void nothingIsReadWithoutProof() throws IOException {
    String proof = proof(job, path(0));
    assertThat(getWith(proof, port, path(0)).statusCode()).isEqualTo(200);
    assertThat(getWith(proof, port, path(2)).statusCode()).isEqualTo(403);
    assertThat(getWith(proof(stranger, path(0)), port, path(0)).statusCode()).isEqualTo(403);
    assertThat(getWith("none", port, path(0)).statusCode()).isEqualTo(403);
    String expired = ReadProof.make(ShuffleKey.of(job.key().getEncoded(), job.id(), 1), path(0), 1, Instant.now().minusSeconds(400))
        .toString();
    assertThat(getWith(expired, port, path(0)).statusCode()).isEqualTo(403);
    String ofAnotherSession = proof.replaceFirst("^1", "2");
    assertThat(getWith(ofAnotherSession, port, path(0)).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({"_dag_1_vertex_00_parts_1, attempt_1700000000000_0001_1_00_000000_0_10001, 0, 200, 10",
      "_dag_1_vertex_00_parts_1, attempt_1700000000000_0001_1_00_000000_0_10001, 7, 404, -1",
      "_dag_1_vertex_02_parts_2, attempt_1700000000000_0001_1_02_000000_0_10009, 1, 200, 20",
      "_dag_1_vertex_02_parts_2, attempt_1700000000000_0001_1_02_000000_0_10009, 2, 404, -1",
      "_dag_1_vertex_01_parts_1, attempt_1700000000000_0001_1_00_000000_0_10001, 0, 404, -1",
      "_dag_2_vertex_00_parts_1, attempt_1700000000000_0001_1_00_000000_0_10001, 0, 404, -1"})
  void servesOutputsOfADagUnderTheNameOfTheirEdge(String edge, String output, int reduce, int status, int length) throws IOException {
    HttpResponse<byte[]> response = get(port, "/v1/segment?job=" + job.id() + edge + "&map=" + output + "&reduce=" + reduce
        + "&user=" + job.user());
    assertThat(response.statusCode()).isEqualTo(status);
    if (length >= 0) {
      assertThat(response.body()).hasSize(length);
    }
  }

  @Test
  void saysWhichFileIsMissing() throws IOException {
    HttpResponse<byte[]> response = get(port, path(0).replace(job.map(0), job.map(7)));
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(new String(response.body(), StandardCharsets.UTF_8))
        .startsWith("no such segment: ").contains(job.map(7)).contains("file.out");
  }

  @Test
  void hasNothingOfAJobThatIsNotKnownHere() throws IOException {
    String path = "/v1/segment?job=" + stranger.id() + "&map=" + stranger.map(0) + "&reduce=0&user=" + stranger.user();
    assertThat(getWith(proof(stranger, path), port, path).statusCode()).isEqualTo(403);
  }

  @Test
  void isForAgentsOnly() throws IOException {
    int otherPort = distantAgent.hello().getSegmentPort();
    assertThat(get(otherPort, path(0)).statusCode()).isEqualTo(403);
    assertThat(get(otherPort, "/v1/counters").statusCode()).isEqualTo(200);
  }

  @Test
  void hasCounters() throws IOException {
    HttpResponse<byte[]> response = get(port, "/v1/counters");
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(
        "{\"redirectedFetches\":0,\"relayedBytes\":0,\"stockBytes\":0,\"bypassedBytes\":0,\"localBytes\":0,\"fallbacks\":0}");
  }

  @Test
  void hasNothingAtOtherPathsAndMethods() throws IOException, InterruptedException {
    assertThat(get(port, "/etc/passwd").statusCode()).isEqualTo(404);
    HttpRequest post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path(0)))
        .POST(HttpRequest.BodyPublishers.ofString("x")).build();
    assertThat(client.send(post, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(405);
  }

  @Test
  void forgetsAJobAtItsEnd() throws IOException {
    TestJob shortJob = new TestJob(7);
    node.startJob(shortJob);
    shortJob.writeOutput(node.localDirectory(1), 0, 10);
    String path = "/v1/segment?job=" + shortJob.id() + "&map=" + shortJob.map(0) + "&reduce=0&user=" + shortJob.user();
    assertThat(getWith(proof(shortJob, path), port, path).statusCode()).isEqualTo(200);
    node.endJob(shortJob);
    assertThat(getWith(proof(shortJob, path), port, path).statusCode()).isEqualTo(403);
  }
}
