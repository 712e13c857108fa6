package dev.terra.node.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of files that a container may put where a NodeManager reads. */
@Timeout(60)
class UserFilesTest {
  private static final long MOST_BYTES = 1 << 20;

  @TempDir
  private Path folder;
  private UserFiles files = new UserFiles((file, user) -> UserFiles.openAnyones(file));

  @AfterEach
  void end() {
    files.close();
  }

  private Path pipe(String name) throws IOException, InterruptedException {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private void refuses(Path file) {
    assertThatThrownBy(() -> files.open(file, "bob")).isInstanceOf(IOException.class).hasMessageContaining("is not a regular file");
  }

  @Test
  void onlyRegularFilesAreOpened() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "key");
    refuses(Files.createSymbolicLink(folder.resolve("link"), secret));
    refuses(Files.createSymbolicLink(folder.resolve("zeros"), Path.of("/dev/zero")));
    refuses(Files.createDirectory(folder.resolve("folder")));
    refuses(pipe("pipe"));
    refuses(folder.resolve("nothing"));
    refuses(Path.of("/dev/zero"));
    Path socket = folder.resolve("socket");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      refuses(socket);
    }
    assertThat(StandardCharsets.UTF_8.decode(files.read(secret, "bob", MOST_BYTES)).toString()).isEqualTo("key");
  }

  @Test
  void aSparseFileTakesNoMemory() throws IOException {
    Path sparse = folder.resolve("sparse");
    try (FileChannel channel = FileChannel.open(sparse, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[1]), 6L << 30);
    }
    assertThatThrownBy(() -> files.read(sparse, "bob", MOST_BYTES)).isInstanceOf(IOException.class).hasMessageContaining("more than");
    assertThatThrownBy(() -> files.stream(sparse, "bob", MOST_BYTES)).isInstanceOf(IOException.class).hasMessageContaining("more than");
  }

  @Test
  void aPipeThatTakesTheFilesPlaceKeepsOnlyItsUserWaiting() throws Exception {
    Path pipe = pipe("pipe");
    Path file = Files.writeString(folder.resolve("file"), "bytes");
    files.close();
    files = new UserFiles((opened, user) -> UserFiles.openAnyones(user.equals("mallory") ? pipe : opened));

    assertThatThrownBy(() -> files.open(file, "mallory")).isInstanceOf(IOException.class).hasMessageContaining("did not open within");
    assertThatThrownBy(() -> files.open(file, "mallory")).isInstanceOf(IOException.class).hasMessageContaining("another file of mallory");
    files.open(file, "bob").close();

    new FileOutputStream(pipe.toFile()).close();
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (problem(file).contains("another file")) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
    new FileOutputStream(pipe.toFile()).close();
  }

  private String problem(Path file) {
    try {
      files.open(file, "mallory").close();
      return "";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  @Test
  void namesAreBounded() throws IOException {
    Files.createFile(folder.resolve("a"));
    assertThat(UserFiles.names(folder.toFile())).containsExactly("a");
    assertThat(UserFiles.names(folder.resolve("a").toFile())).isEmpty();
    assertThat(UserFiles.names(folder.resolve("nothing").toFile())).isEmpty();
  }
}
