package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a job master reads and writes only the files that it may. */
class FoldersTest {
  @TempDir
  private Path root;
  private Path allowed;
  private Path outside;
  private Folders folders;

  @BeforeEach
  void prepare() throws IOException {
    allowed = Files.createDirectory(root.resolve("allowed"));
    outside = Files.createDirectory(root.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "x");
    Files.writeString(allowed.resolve("file"), "x");
    folders = new Folders(List.of(allowed));
  }

  @Test
  void filesBelowAFolderMayBeUsed() throws IOException {
    assertThat(folders.existing(allowed.resolve("file").toString())).exists();
    assertThat(folders.target(allowed.resolve("new").toString())).doesNotExist();
  }

  @Test
  void othersMayNotHoweverTheyAreNamed() throws IOException {
    Files.createSymbolicLink(allowed.resolve("link"), outside);
    for (String path : List.of(outside + "/secret", allowed + "/../outside/secret", allowed + "/link/secret", "file")) {
      assertThatThrownBy(() -> folders.existing(path)).as(path).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> folders.target(path)).as(path).isInstanceOf(IOException.class);
    }
  }

  @Test
  void withoutFoldersNoFileMay() {
    assertThatThrownBy(() -> new Folders(List.of()).existing(allowed.resolve("file").toString()))
        .hasMessageContaining("submitFolders");
  }

  @Test
  void aFolderIsNoTarget() {
    assertThatThrownBy(() -> new Folders(List.of(root)).target(allowed.toString())).hasMessageContaining("not a file");
    assertThatThrownBy(() -> folders.target(allowed + "/missing/file")).hasMessageContaining("no folder");
  }
}
