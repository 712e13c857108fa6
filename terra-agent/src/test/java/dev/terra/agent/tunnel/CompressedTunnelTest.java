package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.compress.CompressedChunk;
import dev.terra.agent.compress.TestChunks;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.CompressedTunnels;
import dev.terra.agent.support.TestTls;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests compressed chunks on a tunnel from A to B whose pipes lead through C and D. */
@Timeout(120)
@ExtendWith(CompressedTunnels.class)
class CompressedTunnelTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final byte[] WORDS = "the quick brown fox jumps over the lazy dog; ".repeat(100).getBytes(StandardCharsets.US_ASCII);
  private static final int CHUNKS = 100;

  @TempDir
  private java.nio.file.Path directory;
  private ChainOfSites chain;

  @AfterEach
  void close() throws IOException {
    chain.close();
  }

  private Tunnel open(Optional<TestTls> tls) throws IOException {
    chain = new ChainOfSites(tls);
    chain.plan(ChainOfSites.PATH);
    Await.until("the tunnel is up", PATIENCE, () -> !chain.at("A").up().isEmpty() && !chain.at("B").up().isEmpty());
    return chain.at("A").up().element();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void chunksArriveAsTheyWereAndAreLessOnTheWay(boolean secure) throws IOException {
    try (TestTls tls = new TestTls(directory)) {
      Tunnel tunnel = open(secure ? Optional.of(tls) : Optional.empty());
      assertThat(tunnel.restores()).isTrue();
      for (int i = 0; i < CHUNKS; i++) {
        chain.send(tunnel, WORDS, (long) i * WORDS.length);
      }
      Await.until("the words", PATIENCE, () -> chain.at("B").frames().size() == CHUNKS);
      assertThat(chain.at("B").frames()).allMatch(Frame::intact).allMatch(frame -> Arrays.equals(frame.payload(), WORDS));
      assertThat(chain.at("B").frames()).extracting(frame -> frame.header().offset())
          .startsWith(0L, (long) WORDS.length, 2L * WORDS.length);
      assertThat(chain.context("C").passedOn().bytes().get(ChainOfSites.PATH)).isLessThan((long) CHUNKS * WORDS.length / 2);
    }
  }

  @Test
  void aChunkThatClaimsTooMuchEndsItsTunnelAndTheReasonSaysWhat() throws IOException {
    Tunnel tunnel = open(Optional.empty());
    CompressedChunk chunk = TestChunks.of(WORDS);
    tunnel.sendCompressed(1, 0, new CompressedChunk(chunk.payload(), chunk.crc(), CompressedChunk.MOST_PLAIN_BYTES + 1));
    Await.until("the end of the tunnel", PATIENCE, () -> !tunnel.isOpen());
    Await.until("why", PATIENCE, () -> chain.at("B").reasons().stream()
        .anyMatch(reason -> reason.contains("uncompressed length of 262145 bytes")));
    assertThat(chain.at("B").frames()).isEmpty();
  }

  @Test
  void aChunkThatIsNoneIsNotIntactAndTheTunnelGoesOn() throws IOException {
    Tunnel tunnel = open(Optional.empty());
    byte[] nonsense = new byte[1_000];
    tunnel.sendCompressed(1, 0, new CompressedChunk(Unpooled.wrappedBuffer(nonsense), Checksum.of(nonsense), 2_000));
    chain.send(tunnel, WORDS, 2_000);
    Await.until("the words", PATIENCE, () -> chain.at("B").frames().size() == 1);
    assertThat(chain.at("B").frames().element().header().offset()).isEqualTo(2_000);
    assertThat(tunnel.isOpen()).isTrue();
  }
}
