package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.RawClient;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Keep-alive as a request asks for it")
abstract class KeepAliveChapter extends ContractChapter {
  @Override
  void configure(Configuration settings) {
    settings.setInt(ShuffleHandler.SHUFFLE_CONNECTION_KEEP_ALIVE_TIME_OUT, 1);
  }

  @Override
  void prepare() throws IOException {
    job().writeOutput(node().localDirectory(0), 0, 1_000, 0, 70_000);
    job().writeOutput(node().localDirectory(1), 1, 1, 300_000, 2);
  }

  @Test
  @DisplayName("keepAlive=true keeps the connection, and the response states for how many seconds")
  void kept() throws IOException {
    try (RawClient client = connect()) {
      for (int map : new int[] {0, 1, 0}) {
        String head = client.send(request(uri(2, map) + "&keepAlive=true")).readHead();
        assertThat(head).contains("\r\nConnection: Keep-Alive\r\nKeep-Alive: timeout=1\r\n");
        client.readBytes(RawClient.contentLength(head));
      }
    }
  }

  @Test
  @DisplayName("a kept connection that stays idle is closed after the stated time")
  void idle() throws IOException {
    try (RawClient client = connect().send(request(uri(2, 0) + "&keepAlive=true"))) {
      client.read();
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"", "&keepAlive=false", "&keepAlive=1", "&keepAlive=true&keepAlive=true"})
  @DisplayName("without keepAlive=true, or with any other value of keepAlive, the connection is closed after the response")
  void closed(String parameter) throws IOException {
    try (RawClient client = connect().send(request(uri(2, 0) + parameter))) {
      String head = client.readHead();
      assertThat(head).contains("\r\nConnection: close\r\n").doesNotContain("Keep-Alive");
      client.readBytes(RawClient.contentLength(head));
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  @DisplayName("an error closes the connection, even with keepAlive=true")
  void errors() throws IOException {
    try (RawClient client = connect().send(request(uri(2, 9) + "&keepAlive=true"))) {
      assertThat(client.readText()).startsWith("HTTP/1.1 500 ");
      assertThat(client.isAtEnd()).isTrue();
    }
  }
}
