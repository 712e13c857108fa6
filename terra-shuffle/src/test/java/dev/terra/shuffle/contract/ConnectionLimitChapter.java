package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.HadoopReducer;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.TestJob;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The limit on connections")
abstract class ConnectionLimitChapter extends ContractChapter {
  private static final int MAPS = 3;
  private static final int RECORDS = 50;

  @Override
  void configure(Configuration settings) {
    settings.setInt(ShuffleHandler.MAX_SHUFFLE_CONNECTIONS, 2);
  }

  @Override
  void prepare() throws IOException {
    for (int map = 0; map < MAPS; map++) {
      job().writeRecords(node().localDirectory(map), map, 2, RECORDS, HadoopReducer.impatient());
    }
  }

  /** Opens a connection that the handler counts. It retries, since the handler may still count connections that have just been closed. */
  private RawClient keep() throws IOException {
    AtomicReference<RawClient> kept = new AtomicReference<>();
    Waiting.until("a connection is accepted", () -> {
      try {
        RawClient client = connect();
        String head = client.send(request(uri(0, 0) + "&keepAlive=true")).readHead();
        client.readBytes(RawClient.contentLength(head));
        kept.set(client);
        return head.startsWith("HTTP/1.1 200 ");
      } catch (IOException e) {
        return false;
      }
    });
    return kept.get();
  }

  private boolean isServed() {
    try (RawClient client = connect().send(request(uri(0, 0)))) {
      return client.readHead().startsWith("HTTP/1.1 200 ");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  @DisplayName("a connection above the limit gets 429 and Retry-After in milliseconds before it sends a request, and is closed; "
      + "later ones are served")
  void oneTooMany() throws IOException {
    try (RawClient first = keep(); RawClient second = keep()) {
      try (RawClient third = connect()) {
        assertThat(third.readHead().lines()).containsExactly("HTTP/1.1 429 TOO MANY REQUESTS",
            "content-type: text/plain; charset=UTF-8", "name: mapreduce", "version: 1.0.0", "Retry-After: 1000", "content-length: 0", "");
        assertThat(third.isAtEnd()).isTrue();
      }
      assertThat(first.send(request(uri(0, 0))).readHead()).startsWith("HTTP/1.1 200 OK");
      assertThat(second.send(request(uri(0, 0))).readHead()).startsWith("HTTP/1.1 200 OK");
    }
    Waiting.until("later ones are served", this::isServed);
  }

  @Test
  @DisplayName("Hadoop's reducer waits at the limit, counts no failed fetch, and gets all records")
  void reducersWait() throws Exception {
    CompletableFuture<HadoopReducer.Result> reducing;
    try (RawClient first = keep(); RawClient second = keep()) {
      assertThat(first).isNotSameAs(second);
      HadoopReducer reducer = new HadoopReducer(job(), directory(), reducerSettings());
      reducing = HadoopReducer.inBackground(() -> reduce(() -> reducer.run(1, 2, MAPS, url())));
      Waiting.until("the limit is reached", () -> !isServed());
    }
    assertThat(reducing.get().keys()).isEqualTo(TestJob.keys(MAPS, 1, RECORDS));
    assertThat(reducing.get().failedShuffles()).isZero();
  }
}
