package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestJob.Part;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Requests: parameters, hashes, status codes, header bytes")
abstract class RequestChapter extends ContractChapter {
  private List<Part> first;
  private List<Part> second;

  @Override
  void prepare() throws IOException {
    first = job().writeOutput(node().localDirectory(0), 0, 1_000, 0, 70_000);
    second = job().writeOutput(node().localDirectory(1), 1, 1, 300_000, 2);
  }

  @Test
  @DisplayName("a response's head and body, byte for byte")
  void bytes() throws IOException {
    String uri = uri(0, 0, 1);
    String urlHash = RawClient.urlHash(job(), uri, port());
    DataOutputBuffer body = new DataOutputBuffer();
    for (Part part : List.of(first.get(0), second.get(0))) {
      new ShuffleHeader(part.map(), part.bytes().size(), part.rawLength(), 0).write(body);
      body.write(part.bytes().toByteArray());
    }
    try (RawClient client = connect().send(request(uri))) {
      assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\r\nReplyHash: "
          + SecureShuffleUtils.generateHash(urlHash.getBytes(java.nio.charset.StandardCharsets.UTF_8), job().key())
          + "\r\nname: mapreduce\r\nversion: 1.0.0\r\nConnection: close\r\ncontent-length: " + body.getLength() + "\r\n\r\n");
      assertThat(client.readBytes(body.getLength())).isEqualTo(java.util.Arrays.copyOf(body.getData(), body.getLength()));
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  @DisplayName("several maps come in the order of the request")
  void order() throws IOException {
    assertThat(reducer().fetch(0, 1, 0).parts()).containsExactly(second.get(0), first.get(0));
    assertThat(reducer().fetch(1, 0, 1).parts()).containsExactly(first.get(1), second.get(1));
  }

  @Test
  @DisplayName("maps may be named in one parameter or in several, and twice")
  void repeatedParameters() throws IOException {
    assertThat(reducer().get(uri(0, 0) + "&map=" + job().map(1)).parts()).containsExactly(first.get(0), second.get(0));
    assertThat(reducer().fetch(2, 1, 1).parts()).containsExactly(second.get(2), second.get(2));
  }

  @Test
  @DisplayName("the query may be percent-encoded; the hash covers it as it was sent")
  void encoded() throws IOException {
    assertThat(reducer().get(uri(0, 0).replace("reduce=0", "reduce=%30")).parts()).containsExactly(first.get(0));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"&dag=1", "&x=y", "&terra=1", "&keepAlive=maybe"})
  @DisplayName("unknown parameters are ignored, such as a DAG's number")
  void unknownParameters(String more) throws IOException {
    assertThat(reducer().get(uri(2, 0) + more).parts()).containsExactly(first.get(2));
  }

  @Test
  @DisplayName("requests for any path are served: only the query counts")
  void otherPaths() throws IOException {
    assertThat(reducer().get(uri(0, 0).replace("/mapOutput", "/elsewhere")).parts()).containsExactly(first.get(0));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(textBlock = """
      /mapOutput?job=JOB&reduce=0, 'Required param job, map and reduce'
      /mapOutput?job=JOB&map=MAP, 'Required param job, map and reduce'
      /mapOutput?reduce=0&map=MAP, 'Required param job, map and reduce'
      /mapOutput, 'Required param job, map and reduce'
      /mapOutput?job=JOB&reduce=x&map=MAP, Bad reduce parameter
      /mapOutput?job=JOB&reduce=0-2&map=MAP, Bad reduce parameter
      /mapOutput?job=JOB&reduce=&map=MAP, Bad reduce parameter
      /mapOutput?job=JOB&reduce=99999999999&map=MAP, Bad reduce parameter
      /mapOutput?job=JOB&reduce=0&reduce=1&map=MAP, Too many job/reduce parameters
      /mapOutput?job=JOB&job=JOB&reduce=0&map=MAP, Too many job/reduce parameters
      """)
  @DisplayName("400 with Hadoop's messages for parameters that are missing, repeated or not numbers, such as ranges of reducers")
  void badParameters(String uri, String words) throws IOException {
    assertThat(answer(uri.replace("JOB", job().id()).replace("MAP", job().map(0)))).startsWith("HTTP/1.1 400 Bad Request\r\n")
        .contains("\r\nname: mapreduce\r\nversion: 1.0.0\r\n").endsWith("\r\n\r\n" + words);
  }

  @Test
  @DisplayName("400 for another protocol name or version, or none")
  void versions() throws IOException {
    assertThat(reducer().with("version", "2.0.0").fetch(0, 0).status()).isEqualTo(400);
    assertThat(reducer().with("name", "other").fetch(0, 0).status()).isEqualTo(400);
    try (RawClient client = connect().send("GET " + uri(0, 0) + " HTTP/1.1\r\n\r\n")) {
      assertThat(client.readText()).startsWith("HTTP/1.1 400 ").endsWith("Incompatible shuffle request version");
    }
  }

  @Test
  @DisplayName("401 without a hash, with a malformed one, and with one for another query or port")
  void hashes() throws IOException {
    Reducer reducer = reducer();
    assertThat(reducer.get(uri(0, 0), uri(1, 0), port()).status()).isEqualTo(401);
    assertThat(reducer.get(uri(0, 0), uri(0, 0), port() + 1).status()).isEqualTo(401);
    assertThat(reducer().with("UrlHash", "wrong").fetch(0, 0).status()).isEqualTo(401);
    assertThat(reducer().with("UrlHash", "AAAAAAAAAAAAAAAAAAAAAAAAAAA=").fetch(0, 0).status()).isEqualTo(401);
    try (RawClient client = connect().send(request(uri(0, 0)).replaceFirst("UrlHash: .*\r\n", ""))) {
      assertThat(client.readText()).startsWith("HTTP/1.1 401 Unauthorized\r\n").endsWith("fetcher cannot be authenticated");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  @DisplayName("401 for an unknown job, and for a known job with another job's token")
  void jobs() throws IOException {
    TestJob other = new TestJob(2);
    assertThat(reducer(other, node()).fetch(0, 0).status()).isEqualTo(401);
    assertThat(reducer(other, node()).get(uri(0, 0)).status()).isEqualTo(401);
    try (RawClient client = connect().send(RawClient.request(other, new Reducer(other, "x", 1).uri(0, 0), port()))) {
      assertThat(client.readText()).contains("Can't find job token for job " + other.id());
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"POST", "PUT", "HEAD", "DELETE", "OPTIONS"})
  @DisplayName("405 for any method but GET")
  void methods(String method) throws IOException {
    try (RawClient client = connect().send(request(uri(0, 0)).replaceFirst("GET", method))) {
      assertThat(client.readHead()).startsWith("HTTP/1.1 405 Method Not Allowed\r\n");
    }
  }

  @Test
  @DisplayName("HTTP/1.0 is served as HTTP/1.1")
  void oldHttp() throws IOException {
    try (RawClient client = connect().send(request(uri(0, 0)).replace("HTTP/1.1", "HTTP/1.0"))) {
      assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    }
  }

  @Test
  @DisplayName("a request that arrives in pieces is served")
  void pieces() throws IOException {
    try (RawClient client = connect()) {
      for (String piece : request(uri(0, 0)).split("(?<=\\G.{40})", -1)) {
        client.send(piece);
      }
      assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
    }
  }

  @Test
  @DisplayName("a client that sends bytes which are not HTTP gets 400, and the next client is served")
  void nonsense() throws IOException {
    try (RawClient client = connect().send("nonsense\r\n\r\n")) {
      assertThat(client.readText()).startsWith("HTTP/1.1 400 ");
    }
    assertThat(reducer().fetch(0, 0).parts()).containsExactly(first.get(0));
  }
}
