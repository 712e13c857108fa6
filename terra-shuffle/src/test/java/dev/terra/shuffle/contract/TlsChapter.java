package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.HadoopReducer;
import dev.terra.shuffle.support.HadoopReducer.Result;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.TestJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Encrypted shuffle (mapreduce.shuffle.ssl.enabled)")
abstract class TlsChapter extends ContractChapter {
  private static final int MAPS = 4;
  private static final int RECORDS = 3_000;

  @Override
  boolean isEncrypted() {
    return true;
  }

  @Override
  void prepare() throws IOException {
    for (int map = 0; map < MAPS; map++) {
      job().writeRecords(node().localDirectory(map), map, 2, RECORDS, HadoopReducer.impatient());
    }
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
    Result result = reduce(() -> new HadoopReducer(job(), directory(), reducerSettings()).run(1, 2, MAPS, url()));
    assertThat(result.keys()).isEqualTo(TestJob.keys(MAPS, 1, RECORDS));
    assertThat(result.failedShuffles()).isZero();
  }

  @Test
  @DisplayName("a client without TLS is dropped, and the next client is served")
  void plaintext() throws IOException {
    try (RawClient client = new RawClient(host(), port()).send(request(uri(0, 0)))) {
      assertThat(new String(client.readBytes(5), StandardCharsets.US_ASCII)).isNotEqualTo("HTTP/");
    }
    assertThat(answer(uri(0, 9))).startsWith("HTTP/1.1 500 ");
  }
}
