package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.FilePart;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that what is read is what was submitted, and that what is written belongs to one shuffle alone, and is whole. */
class TransferFilesTest {
  private static final ShuffleId ONE = new ShuffleId("one");
  private static final ShuffleId TWO = new ShuffleId("two");

  @TempDir
  private Path folder;
  private Folders folders;
  private LocalSource source;
  private TargetClaims claims;
  private UnfinishedFiles unfinished;

  @BeforeEach
  void prepare() {
    folders = new Folders(List.of(folder));
    source = new LocalSource(folders, InstantSource.system(), notes());
    claims = new TargetClaims(folders);
    unfinished = new UnfinishedFiles(folder.resolve("state"), new Random(1));
  }

  @AfterEach
  void close() throws IOException {
    source.close();
  }

  private SourceNotes notes() {
    return new SourceNotes(folder.resolve("state"));
  }

  private Path old(String name, String content) throws IOException {
    Path file = Files.writeString(folder.resolve(name), content);
    return Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
  }

  private Transfer transfer(int number, String from, String to, int bytes) {
    return Transfer.newBuilder().setNumber(number).setBytes(bytes).setFrom("A")
        .setFile(FilePart.newBuilder().setPath(folder.resolve(from).toString()))
        .setToFile(folder.resolve(to).toString()).build();
  }

  private String read(ShuffleId shuffle, Transfer transfer) throws IOException {
    ByteBuf bytes = source.read(shuffle, transfer, 0, (int) transfer.getBytes());
    try {
      return bytes.toString(StandardCharsets.US_ASCII);
    } finally {
      bytes.release();
    }
  }

  @Test
  void aReplacedSourceIsNotReadForTheOldShuffleButForANewOne() throws IOException {
    old("in", "first");
    Transfer transfer = transfer(0, "in", "out", 5);
    source.check(ONE, transfer, Instant.now());
    assertThat(read(ONE, transfer)).isEqualTo("first");

    Files.move(old("new", "other"), folder.resolve("in"), StandardCopyOption.REPLACE_EXISTING);

    assertThatThrownBy(() -> read(ONE, transfer)).hasMessageContaining("in was written to or replaced after its shuffle was submitted");
    source.check(TWO, transfer, Instant.now());
    assertThat(read(TWO, transfer)).isEqualTo("other");
  }

  @Test
  void aSourceThatIsWrittenToInPlaceIsNotReadAnyMore() throws IOException {
    Path in = old("in", "first");
    Transfer transfer = transfer(0, "in", "out", 5);
    source.check(ONE, transfer, Instant.now());
    Files.writeString(in, "FIRST");

    assertThatThrownBy(() -> read(ONE, transfer)).hasMessageContaining("submit it again");
  }

  @Test
  void aSourceWhoseTimeWasSetBackIsNotReadAnyMore() throws IOException {
    Path in = old("in", "first");
    Transfer transfer = transfer(0, "in", "out", 5);
    source.check(ONE, transfer, Instant.now());
    old("in", "FIRST");
    assertThat(Files.getLastModifiedTime(in)).isEqualTo(FileTime.from(Instant.EPOCH));

    assertThatThrownBy(() -> read(ONE, transfer)).hasMessageContaining("submit it again");
  }

  /** After a restart, an agent has no record of what the file was when its shuffle was submitted. */
  @Test
  void aSourceThatIsNewerThanItsShuffleIsNotReadForIt() throws IOException {
    Instant submitted = Instant.now();
    old("new", "other");
    Files.move(folder.resolve("new"), folder.resolve("in"));
    Transfer transfer = transfer(0, "in", "out", 5);

    assertThatThrownBy(() -> source.check(ONE, transfer, submitted)).hasMessageContaining("replaced after its shuffle was submitted");
    assertThatThrownBy(() -> read(ONE, transfer)).hasMessageContaining("submit it again");
    assertThatThrownBy(() -> read(TWO, transfer)).hasMessageContaining("was not there when its shuffle was submitted");
  }

  /** The other folder is old, so no file's time shows the exchange. */
  @Test
  void aFolderThatWasExchangedWhileNoAgentWasThereIsSeen() throws IOException {
    Files.createDirectories(folder.resolve("v1"));
    Files.createDirectories(folder.resolve("v2"));
    old("v1/in", "first");
    old("v2/in", "other");
    Transfer transfer = transfer(0, "v1/in", "out", 5);
    Instant submitted = Instant.now().plusSeconds(60);
    source.check(ONE, transfer, submitted);
    source.close();

    Files.move(folder.resolve("v1"), folder.resolve("v0"));
    Files.move(folder.resolve("v2"), folder.resolve("v1"));
    source = new LocalSource(folders, InstantSource.system(), notes());

    assertThatThrownBy(() -> source.check(ONE, transfer, submitted)).hasMessageContaining("submit it again");
    assertThatThrownBy(() -> read(ONE, transfer)).hasMessageContaining("submit it again");
    source.forget(ONE);
    assertThat(folder.resolve("state/terra-sources.list")).isEmptyFile();
    source.check(ONE, transfer, submitted);
    assertThat(read(ONE, transfer)).isEqualTo("other");
  }

  @Test
  void aLinkThatIsNewerThanItsShuffleIsNotFollowedForIt() throws IOException {
    Files.createDirectories(folder.resolve("v1"));
    old("v1/in", "first");
    Files.createSymbolicLink(folder.resolve("current"), folder.resolve("v1"));
    Instant submitted = Instant.now();
    Transfer transfer = transfer(0, "current/in", "out", 5);
    source.check(ONE, transfer, submitted);
    assertThat(read(ONE, transfer)).isEqualTo("first");

    Files.delete(folder.resolve("current"));
    Files.createSymbolicLink(folder.resolve("current"), folder.resolve("v1"));

    assertThatThrownBy(() -> source.check(TWO, transfer, submitted)).hasMessageContaining("submit it again");
  }

  @Test
  void aSourceThatIsBeingWrittenToIsRefused() throws IOException {
    Path in = old("in", "first");
    Instant now = Instant.ofEpochSecond(1_000);
    Files.setLastModifiedTime(in, FileTime.from(now));
    try (LocalSource busy = new LocalSource(folders, InstantSource.fixed(now), new SourceNotes(null))) {
      assertThatThrownBy(() -> busy.check(ONE, transfer(0, "in", "out", 5), now)).hasMessageContaining("is being written to");
    }
    source.check(ONE, transfer(0, "in", "out", 5), Instant.now());
  }

  @Test
  void filesOfAShuffleThatIsOverAreClosedAndNewOnesSeen() throws IOException {
    old("in", "first");
    Transfer transfer = transfer(0, "in", "out", 5);
    source.check(ONE, transfer, Instant.now());
    read(ONE, transfer);
    Files.move(old("new", "other"), folder.resolve("in"), StandardCopyOption.REPLACE_EXISTING);

    source.forget(ONE);
    source.check(ONE, transfer, Instant.now());

    assertThat(read(ONE, transfer)).isEqualTo("other");
  }

  @Test
  void aTargetHasOneWriter() throws IOException {
    claims.claim(ONE, transfer(3, "in", "out", 5));
    assertThat(claims.claim(ONE, transfer(3, "in", "out", 5))).isEqualTo(folder.toRealPath().resolve("out"));

    assertThatThrownBy(() -> claims.claim(TWO, transfer(0, "in", "out", 5)))
        .hasMessageContaining("is the target of transfer 3 of shuffle one").hasMessageContaining("cancel that shuffle");
    assertThatThrownBy(() -> claims.claim(ONE, transfer(4, "in", "out", 5))).hasMessageContaining("transfer 3 of shuffle one");
    Files.createSymbolicLink(folder.resolve("link"), folder);
    assertThatThrownBy(() -> claims.claim(TWO, transfer(0, "in", "link/out", 5))).hasMessageContaining("transfer 3 of shuffle one");
    claims.release(ONE);
    claims.claim(TWO, transfer(0, "in", "out", 5));
  }

  @Test
  void aTargetHasItsNameOnlyWhenItIsWholeAndReplacesALinkInsteadOfFollowingIt() throws IOException {
    Path elsewhere = old("elsewhere", "untouched");
    Files.createSymbolicLink(folder.resolve("out"), elsewhere);
    Target target = Target.open(ONE, transfer(0, "in", "out", 5), claims, unfinished);
    target.write("wh".getBytes(StandardCharsets.US_ASCII));
    assertThat(folder.resolve("out")).hasContent("untouched");

    target.write("ole".getBytes(StandardCharsets.US_ASCII));
    target.finish();

    assertThat(folder.resolve("out")).isRegularFile().hasContent("whole");
    assertThat(Files.isSymbolicLink(folder.resolve("out"))).isFalse();
    assertThat(elsewhere).hasContent("untouched");
    assertThat(leftovers()).isEmpty();
  }

  private List<String> leftovers() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".terra-part")).toList();
    }
  }

  @Test
  void whatAKilledAgentLeftIsRemovedAndNothingElse() throws IOException {
    Target.open(ONE, transfer(0, "in", "out", 5), claims, unfinished).write(new byte[2]);
    Path list = folder.resolve("state/terra-unfinished.list");
    Path mine = old("mine", "kept");
    Files.writeString(list, Files.readString(list) + mine + "\n");
    assertThat(leftovers()).hasSize(1);

    new UnfinishedFiles(folder.resolve("state"), new Random(2)).sweep();

    assertThat(leftovers()).isEmpty();
    assertThat(mine).hasContent("kept");
    assertThat(list).doesNotExist();
  }

  @Test
  void anAbandonedTargetLeavesNothing() throws IOException {
    Target target = Target.open(ONE, transfer(0, "in", "out", 5), claims, unfinished);
    target.write(new byte[3]);
    target.abandon();

    assertThat(leftovers()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(folder.resolve("state/terra-unfinished.list")).doesNotExist();
  }

  @Test
  void pathsThatAreNoneAndSpecialFilesAreRefusedAtOnce() throws Exception {
    assertThatThrownBy(() -> folders.existing("/a\0b")).isInstanceOf(IOException.class).hasMessageContaining("not a path");
    assertThatThrownBy(() -> folders.target("/a\0b")).isInstanceOf(IOException.class).hasMessageContaining("not a path");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> folders.existing(pipe.toString())).hasMessageContaining("not a file");
    assertThatThrownBy(() -> folders.target(pipe.toString())).hasMessageContaining("not a file");
  }

  @Test
  void partsOfAFileAreReadWhereverTheyBegin() throws IOException {
    old("in", "0123456789");
    Transfer transfer = transfer(0, "in", "out", 8).toBuilder()
        .setFile(FilePart.newBuilder().setPath(folder.resolve("in").toString()).setOffset(2)).build();
    source.check(ONE, transfer, Instant.now());
    ByteBuf bytes = source.read(ONE, transfer, 3, 4);
    assertThat(new String(ByteBufUtil.getBytes(bytes), StandardCharsets.US_ASCII)).isEqualTo("5678");
    bytes.release();
    assertThatThrownBy(() -> source.read(ONE, transfer, 6, 4)).isInstanceOf(IOException.class).hasMessageContaining("ends at 10");
  }
}
