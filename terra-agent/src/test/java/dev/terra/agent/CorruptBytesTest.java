package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Ints;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.agent.wire.Checksum;
import dev.terra.api.v1.FetchRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests bits that change between the origin's handler and its agent or in the spool, and the checksums that an agent sends with segments.
 */
@Timeout(60)
class CorruptBytesTest {
  private static final int BYTES = 300_000;

  private TestWan wan;
  private Shuffle shuffle;

  @TempDir
  private Path folder;

  @BeforeEach
  void start() throws Exception {
    wan = new TestWan(51, new SpoolConfig(SpoolConfig.MIN_MEMORY_BYTES, 32 << 20, Optional.of(folder.toString())), 0);
    shuffle = new Shuffle(wan);
  }

  @AfterEach
  void stop() throws Exception {
    shuffle.close();
    wan.close();
  }

  private void send() throws Exception {
    shuffle.maps(2, BYTES).redirected();
    wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 20e6));
  }

  @Test
  void whatHasChangedIsReadAgain() throws Exception {
    shuffle.origin().flip(2);
    send();
    assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());
    assertThat(shuffle.origin().servedBytes()).isGreaterThan(2L * BYTES);
  }

  @Test
  void whereItChangesEachTimeTheReaderGoesToTheOrigin() throws Exception {
    shuffle.origin().flip(Integer.MAX_VALUE);
    send();
    FetchClient.Answer answer = shuffle.fetch();
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.reason()).contains("changed on their way from the handler at " + shuffle.origin().ip());
  }

  @Test
  void aReaderThatAsksForThemGetsTheChecksumsOfItsSegments() throws Exception {
    send();
    FetchRequest request = FetchRequest.newBuilder().setShuffle(Shuffle.JOB).setPartition(Shuffle.REDUCE).setOriginIp(shuffle.origin().ip())
        .addAllOutputs(TestOutputs.of(shuffle.maps())).setChecksums(true).build();
    FetchClient.Answer answer = FetchClient.fetch(shuffle.reader().ip(), wan.fetchAddress("B"), request);
    assertThat(answer.head().getChecksums()).isTrue();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (String map : shuffle.maps()) {
      byte[] segment = shuffle.origin().bytes(Shuffle.JOB, map, Shuffle.REDUCE);
      expected.writeBytes(segment);
      expected.writeBytes(Ints.toByteArray(Checksum.of(segment)));
    }
    assertThat(answer.body()).isEqualTo(expected.toByteArray());
  }

  @Test
  void whatRotsInTheSpoolIsSentAgain() throws Exception {
    int large = 2_000_000;
    shuffle.maps(2, large).redirected();
    wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 20e6));
    shuffle.awaitDelivered(2L * large);
    int flips = flipAllOver(folder.resolve("terra-spool.data"));
    assertThat(flips).as("more was pushed ahead than fits the memory").isPositive();

    assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());
    assertThat(shuffle.origin().servedBytes()).isGreaterThan(2L * large);
  }

  /** The reader gets correct bytes, until its answer is cut short or it is sent to the origin. */
  @Test
  void fromASpoolThatGoesOnRottingNoReaderGetsAWrongByte() throws Exception {
    int large = 2_000_000;
    shuffle.maps(2, large).redirected();
    wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 20e6));
    shuffle.awaitDelivered(2L * large);
    AtomicBoolean over = new AtomicBoolean();
    Thread rot = new Thread(() -> {
      while (!over.get()) {
        flipAllOver(folder.resolve("terra-spool.data"));
      }
    });
    rot.start();
    byte[] got = new byte[0];
    FetchRequest request = FetchRequest.newBuilder().setShuffle(Shuffle.JOB).setPartition(Shuffle.REDUCE).setOriginIp(shuffle.origin().ip())
        .addAllOutputs(TestOutputs.of(shuffle.maps())).build();
    try (InputStream in = FetchClient.stream(shuffle.reader().ip(), wan.fetchAddress("B"), request)) {
      got = in.readAllBytes();
    } catch (IOException sentElsewhere) {
      assertThat(sentElsewhere).hasMessageContaining("409");
    } finally {
      over.set(true);
      rot.join();
    }
    byte[] expected = shuffle.expected();
    assertThat(got).isEqualTo(Arrays.copyOf(expected, Math.min(got.length, expected.length)));
  }

  /** Flips a bit in one byte of every few thousand. Returns how many bits it flipped. */
  private static int flipAllOver(Path file) {
    int flips = 0;
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      for (long at = 100; at < bytes.length(); at += 4_096) {
        bytes.seek(at);
        int before = bytes.read();
        bytes.seek(at);
        bytes.write(before ^ 4);
        flips++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return flips;
  }
}
