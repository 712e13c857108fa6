package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.Reducer.Answer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client sees of a shuffle handler, whoever wrote it. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class BasicFetchContract {
  private final TestJob job = new TestJob(1);
  private TestNode node;
  private List<Part> first;
  private List<Part> second;

  /** The handler under test. */
  abstract ShuffleHandler handler();

  /** Changes the configuration before the start. */
  abstract void configure(Configuration settings) throws IOException;

  /** Once the handler runs. */
  void started() {}

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    Configuration own = new Configuration(false);
    configure(own);
    node = new TestNode(handler(), directory, settings -> own.forEach(entry -> settings.set(entry.getKey(), entry.getValue())));
    node.startJob(job);
    first = job.writeOutput(node.localDirectory(0), 0, 1_000, 0, 70_000);
    second = job.writeOutput(node.localDirectory(1), 1, 1, 300_000, 2);
    started();
  }

  @AfterAll
  void stop() {
    node.close();
  }

  private Reducer reducer() throws IOException {
    return new Reducer(job, "127.0.0.1", node.port());
  }

  @Test
  void servesOneMap() throws IOException {
    Answer answer = reducer().fetch(2, 0);
    assertThat(answer.parts()).containsExactly(first.get(2));
    assertThat(answer.headers()).containsEntry("name", "mapreduce").containsEntry("version", "1.0.0")
        .containsEntry("connection", "close");
  }

  @Test
  void servesSeveralMapsInTheOrderOfTheRequest() throws IOException {
    assertThat(reducer().fetch(0, 1, 0).parts()).containsExactly(second.get(0), first.get(0));
    assertThat(reducer().fetch(1, 0, 1).parts()).containsExactly(first.get(1), second.get(1));
  }

  @Test
  void servesEmptyParts() throws IOException {
    assertThat(reducer().fetch(1, 0).parts()).containsExactly(first.get(1));
  }

  @Test
  void keepsTheConnectionWhenAsked() throws IOException {
    Reducer reducer = reducer();
    Answer answer = reducer.get(reducer.uri(0, 0) + "&keepAlive=true");
    assertThat(answer.parts()).containsExactly(first.get(0));
    assertThat(answer.headers()).containsEntry("connection", "Keep-Alive").containsEntry("keep-alive", "timeout=5");
    assertThat(reducer.get(reducer.uri(0, 1) + "&keepAlive=true").parts()).containsExactly(second.get(0));
  }

  @Test
  void refusesAWrongHash() throws IOException {
    Reducer reducer = reducer();
    assertThat(reducer.get(reducer.uri(0, 0), reducer.uri(1, 0), node.port()).status()).isEqualTo(401);
    assertThat(reducer.get(reducer.uri(0, 0), reducer.uri(0, 0), node.port() + 1).status()).isEqualTo(401);
  }

  @Test
  void refusesAnUnknownJob() throws IOException {
    assertThat(new Reducer(new TestJob(2), "127.0.0.1", node.port()).fetch(0, 0).status()).isEqualTo(401);
  }

  @Test
  void refusesAnotherVersion() throws IOException {
    assertThat(reducer().with("version", "2.0.0").fetch(0, 0).status()).isEqualTo(400);
    assertThat(reducer().with("name", "other").fetch(0, 0).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mapOutput?job=JOB&reduce=0", "/mapOutput?job=JOB&map=MAP", "/mapOutput?reduce=0&map=MAP",
      "/mapOutput?job=JOB&reduce=x&map=MAP", "/mapOutput?job=JOB&reduce=0&reduce=1&map=MAP"})
  void refusesIncompleteRequests(String uri) throws IOException {
    assertThat(reducer().get(uri.replace("JOB", job.id()).replace("MAP", job.map(0))).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"attempt_1700000000000_0001_m_000007_0", "../../../../../etc", "."})
  void hasNoOutputOfAnUnknownMap(String map) throws IOException {
    assertThat(reducer().get("/mapOutput?job=" + job.id() + "&reduce=0&map=" + map).status()).isEqualTo(500);
  }

  @Test
  void acceptsOnlyGet() throws IOException {
    HttpURLConnection connection = (HttpURLConnection)
        URI.create("http://127.0.0.1:" + node.port() + reducer().uri(0, 0)).toURL().openConnection();
    connection.setRequestMethod("DELETE");
    assertThat(connection.getResponseCode()).isEqualTo(405);
  }

  @Test
  void survivesNonsense() throws IOException {
    try (Socket socket = new Socket(InetAddresses.forString("127.0.0.1"), node.port())) {
      socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(reducer().fetch(0, 0).parts()).containsExactly(first.get(0));
  }
}
