package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.RawClient;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Keep-alive as the node is configured")
abstract class KeepAliveByServerChapter extends ContractChapter {
  @Override
  void configure(Configuration settings) {
    settings.setBoolean(ShuffleHandler.SHUFFLE_CONNECTION_KEEP_ALIVE_ENABLED, true);
    settings.setInt(ShuffleHandler.SHUFFLE_CONNECTION_KEEP_ALIVE_TIME_OUT, 7);
  }

  @Test
  @DisplayName("mapreduce.shuffle.connection-keep-alive.enable keeps every connection, with the configured time")
  void kept() throws IOException {
    job().writeOutput(node().localDirectory(0), 0, 1_000, 2_000);
    try (RawClient client = connect()) {
      for (int reduce : new int[] {0, 1, 0}) {
        String head = client.send(request(uri(reduce, 0))).readHead();
        assertThat(head).contains("\r\nConnection: Keep-Alive\r\nKeep-Alive: timeout=7\r\n");
        client.readBytes(RawClient.contentLength(head));
      }
    }
  }
}
