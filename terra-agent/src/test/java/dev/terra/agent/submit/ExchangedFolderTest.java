package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FilePart;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a user who exchanges a folder for a link to another place, again and again, while the agent reads and writes below it. */
@Timeout(120)
class ExchangedFolderTest {
  private static final int TRIES = 4_000;
  private static final String INSIDE = "inside";
  private static final String SECRET = "secret";

  @TempDir
  private Path root;
  private Path data;
  private Path outside;
  private Folders folders;
  private final AtomicBoolean over = new AtomicBoolean();
  private Thread exchanger;

  @BeforeEach
  void start() throws IOException {
    Path allowed = Files.createDirectory(root.resolve("allowed"));
    data = Files.createDirectory(allowed.resolve("data"));
    outside = Files.createDirectory(root.resolve("outside"));
    old(data.resolve("file"), INSIDE);
    old(outside.resolve("file"), SECRET);
    folders = new Folders(List.of(allowed));
    exchanger = new Thread(() -> exchange(allowed.resolve("away")), "exchanger");
    exchanger.start();
  }

  private static void old(Path file, String content) throws IOException {
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
  }

  private void exchange(Path away) {
    try {
      while (!over.get()) {
        Files.move(data, away);
        Files.createSymbolicLink(data, outside);
        LockSupport.parkNanos(1_000);
        Files.delete(data);
        Files.move(away, data);
        LockSupport.parkNanos(1_000);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    over.set(true);
    exchanger.join();
  }

  private Transfer transfer(int number) {
    return Transfer.newBuilder().setNumber(number).setBytes(INSIDE.length()).setFrom("A")
        .setFile(FilePart.newBuilder().setPath(data.resolve("file").toString())).setToFile(data.resolve("out" + number).toString()).build();
  }

  @Test
  void nothingOutsideIsEverRead() throws IOException {
    int whole = 0;
    for (int i = 0; i < TRIES; i++) {
      ShuffleId shuffle = new ShuffleId("s" + i);
      try (LocalSource source = new LocalSource(folders, InstantSource.system(), new SourceNotes(null))) {
        source.check(shuffle, transfer(i), Instant.now());
        ByteBuf bytes = source.read(shuffle, transfer(i), 0, INSIDE.length());
        assertThat(bytes.toString(StandardCharsets.US_ASCII)).isEqualTo(INSIDE);
        bytes.release();
        whole++;
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotNull();
      }
    }
    assertThat(whole).as("tries that came through").isPositive();
  }

  @Test
  void nothingOutsideIsEverWritten() throws IOException {
    UnfinishedFiles unfinished = new UnfinishedFiles(root.resolve("state"), new Random(1));
    int whole = 0;
    for (int i = 0; i < TRIES; i++) {
      try {
        Target target = Target.open(new ShuffleId("s" + i), transfer(i), new TargetClaims(folders), unfinished);
        target.write(INSIDE.getBytes(StandardCharsets.US_ASCII));
        target.finish();
        whole++;
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotNull();
      }
    }
    assertThat(whole).as("tries that came through").isPositive();
    try (Stream<Path> files = Files.list(outside)) {
      assertThat(files).containsExactly(outside.resolve("file"));
    }
  }
}
