package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestJob.Part;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Hostile clients: refused, bounded, and nobody else disturbed")
abstract class SecurityChapter extends ContractChapter {
  private static final int SLOW_CLIENTS = 200;
  private static final long MAX_HEAP_GROWTH_BYTES = 64L << 20;

  private List<Part> parts;

  @Override
  void prepare() throws IOException {
    parts = job().writeOutput(node().localDirectory(0), 0, 1_000, 20);
    Path secret = Files.createDirectories(directory().resolve("secret"));
    for (String file : List.of("file.out", "file.out.index")) {
      Files.copy(job().directory(node().localDirectory(0)).resolve("output").resolve(job().map(0)).resolve(file),
          secret.resolve(file));
    }
  }

  private void assertServed() throws IOException {
    assertThat(reducer().fetch(0, 0).parts()).containsExactly(parts.get(0));
  }

  /** Returns the status code of the answer. The chapter on requests checks what else an answer contains. */
  private int status(String request) throws IOException {
    try (RawClient client = connect().send(request)) {
      return Integer.parseInt(client.readHead().substring("HTTP/1.1 ".length()).substring(0, 3));
    }
  }

  @Test
  @DisplayName("401 for another user's job, though both jobs run here and the output exists")
  void anotherUsersJob() throws IOException {
    TestJob theirs = new TestJob(31);
    node().startJob(theirs);
    theirs.writeOutput(node().localDirectory(0), 0, 5);
    String uri = new Reducer(theirs, "127.0.0.1", port()).uri(0, 0);
    assertThat(status(RawClient.request(job(), uri, port()))).isEqualTo(401);
    assertServed();
  }

  @Test
  @DisplayName("500 for another job's map that is requested under one's own job: the path is built from the job whose token was proven")
  void anotherJobsMap() throws IOException {
    TestJob theirs = new TestJob(32);
    node().startJob(theirs);
    theirs.writeOutput(node().localDirectory(0), 0, 5);
    assertThat(status(request("/mapOutput?job=" + job().id() + "&reduce=0&map=" + theirs.map(0)))).isEqualTo(500);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"..", ".", "/", "../../../../../../etc", "..%2F..%2Fsecret", "%2e%2e/%2e%2e", "a/../../b", "%00", "*",
      "attempt_1700000000000_0001_m_000000_0%00", "attempt_1700000000000_0001_m_000000_0/..", "~", "%5C..%5C..", "-", "'"})
  @DisplayName("500 for names of maps that lead to other files, or to none")
  void pathTricks(String map) throws IOException {
    assertThat(status(request("/mapOutput?job=" + job().id() + "&reduce=0&map=" + map))).isEqualTo(500);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"../x", "job_1_1", "job_1700000000000_0001/../x", "%00", "..%2F.."})
  @DisplayName("401 for malformed and unknown names of jobs")
  void jobTricks(String job) throws IOException {
    assertThat(status(request("/mapOutput?job=" + job + "&reduce=0&map=x"))).isEqualTo(401);
  }

  @Test
  @DisplayName("a request line above 4 KiB or header fields above 8 KiB are refused unread")
  void giantHeaders() throws IOException {
    assertThat(status(request(uri(0, 0) + "&x=" + "y".repeat(5_000)))).isEqualTo(400);
    assertThat(status(request(uri(0, 0)).replace("Host: x", "Host: " + "y".repeat(9_000)))).isIn(400, 401);
    assertServed();
  }

  @Test
  @DisplayName("a header field without end is cut off, and takes no memory")
  void endlessHeader() throws IOException {
    long before = usedHeap();
    try (RawClient client = connect()) {
      client.send(request(uri(0, 0)).replaceFirst("\r\n\r\n$", "\r\nX-Endless: "));
      String megabyte = "y".repeat(1 << 20);
      assertThatThrownBy(() -> {
        for (int sent = 0; sent < 100; sent++) {
          client.send(megabyte);
        }
      }).as("the connection is cut while the field goes on").isInstanceOf(SocketException.class);
    }
    assertServed();
    assertThat(usedHeap() - before).isLessThan(MAX_HEAP_GROWTH_BYTES);
  }

  @Test
  @DisplayName("100,000 map ids are refused for the length of the request line, before any map is looked up")
  void manyMaps() throws IOException {
    String maps = IntStream.range(0, 100_000).mapToObj(job()::map).collect(Collectors.joining(","));
    String uri = "/mapOutput?job=" + job().id() + "&reduce=0&map=" + maps;
    assertThat(refused(request(uri))).isTrue();
    assertServed();
  }

  @Test
  @DisplayName("as many map ids as fit into a request are looked up, and one missing map refuses the whole request")
  void asManyMapsAsFit() throws IOException {
    String maps = IntStream.range(0, 1_500).mapToObj(number -> "x").collect(Collectors.joining(","));
    assertThat(status(request("/mapOutput?job=" + job().id() + "&reduce=0&map=" + maps))).isEqualTo(500);
    assertServed();
  }

  /** Returns whether the request is refused: with 400, or with a reset that has overtaken the 400 while the client was still sending. */
  private boolean refused(String request) throws IOException {
    try {
      return status(request) == 400;
    } catch (SocketException e) {
      return true;
    }
  }

  @Test
  @DisplayName("a body above 64 KiB is refused with 413 before it is sent")
  void giantBody() throws IOException {
    assertThat(status(request(uri(0, 0)).replaceFirst("\r\n\r\n$", "\r\nContent-Length: 99999999\r\n\r\n"))).isEqualTo(413);
    assertServed();
  }

  @Test
  @DisplayName("200 clients that send their requests byte by byte and never finish them do not keep other clients from being served")
  void slowLoris() throws IOException {
    List<RawClient> slow = new ArrayList<>();
    try {
      for (int client = 0; client < SLOW_CLIENTS; client++) {
        slow.add(connect().send(request(uri(0, 0)).substring(0, 10 + client % 50)));
      }
      for (int round = 0; round < 5; round++) {
        for (RawClient client : slow) {
          client.send("x");
        }
        assertServed();
      }
    } finally {
      for (RawClient client : slow) {
        client.close();
      }
    }
  }

  @Test
  @DisplayName("200 clients that never read their answers do not keep other clients from being served")
  void slowReaders() throws IOException {
    job().writeOutput(node().localDirectory(1), 5, 8_000_000);
    List<RawClient> slow = new ArrayList<>();
    try {
      for (int client = 0; client < SLOW_CLIENTS; client++) {
        slow.add(connectWithLittleRoom().send(request(uri(0, 5))));
      }
      assertServed();
      assertThat(slow.get(0).readHead()).startsWith("HTTP/1.1 200 ");
    } finally {
      for (RawClient client : slow) {
        client.close();
      }
    }
    assertServed();
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
