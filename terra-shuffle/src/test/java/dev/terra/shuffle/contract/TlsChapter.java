package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.HadoopReducer;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestTls;
import dev.terra.shuffle.support.TestTls.Action;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Terra with an agent is off in an encrypted shuffle, so it never attaches to one. */
@DisplayName("Encrypted shuffle (mapreduce.shuffle.ssl.enabled)")
abstract class TlsChapter extends ContractChapter {
  private static final int MAPS = 4;
  private static final int RECORDS = 3_000;

  @Override
  void configure(Configuration settings) {
    TestTls.configure(settings);
  }

  @Override
  void aroundStart(Action start) throws IOException {
    TestTls.onClassPath(start);
  }

  @Override
  boolean attachesToAgents() {
    return false;
  }

  @Override
  void prepare() throws IOException {
    for (int map = 0; map < MAPS; map++) {
      job().writeRecords(node().localDirectory(map), map, 2, RECORDS, HadoopReducer.impatient());
    }
  }

  @Override
  RawClient connect() throws IOException {
    return new RawClient(TestTls.sockets().createSocket("127.0.0.1", port()));
  }

  @Test
  @DisplayName("requests and refusals are the same over TLS, keep-alive included")
  void requests() throws IOException {
    try (RawClient client = connect()) {
      for (int reduce = 0; reduce < 2; reduce++) {
        String head = client.send(request(uri(reduce, 0, 1) + "&keepAlive=true")).readHead();
        assertThat(head).startsWith("HTTP/1.1 200 OK\r\nReplyHash: ").contains("\r\nConnection: Keep-Alive\r\n");
        assertThat(client.readBytes(RawClient.contentLength(head))).hasSize(RawClient.contentLength(head));
      }
    }
    assertThat(answer(uri(0, 9))).startsWith("HTTP/1.1 500 ");
    try (RawClient client = connect().send(RawClient.request(new TestJob(2), uri(0, 0), port()))) {
      assertThat(client.readText()).startsWith("HTTP/1.1 401 ");
    }
  }

  @Test
  @DisplayName("Hadoop's own reducer gets all records over TLS, without a failed fetch")
  void hadoopsReducer() throws IOException {
    JobConf settings = HadoopReducer.impatient();
    TestTls.configure(settings);
    TestTls.onClassPath(() -> {
      HadoopReducer.Result result = new HadoopReducer(job(), directory(), settings).run(1, 2, MAPS, "https://127.0.0.1:" + port());
      assertThat(result.keys()).isEqualTo(TestJob.keys(MAPS, 1, RECORDS));
      assertThat(result.failedShuffles()).isZero();
    });
  }

  @Test
  @DisplayName("what does not speak TLS is dropped, and the next client is served")
  void plaintext() throws IOException {
    try (RawClient client = new RawClient("127.0.0.1", port()).send(request(uri(0, 0)))) {
      assertThat(new String(client.readBytes(5), StandardCharsets.US_ASCII)).isNotEqualTo("HTTP/");
    }
    assertThat(answer(uri(0, 9))).startsWith("HTTP/1.1 500 ");
  }
}
