package dev.terra.testbed.secure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.Installation;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedProgramsTest {
  @TempDir
  private Path folder;

  @Test
  void whatOthersMayNotReadIsCopiedToWhereTheyMay() throws IOException {
    Path hidden = FileOwners.folder(folder.resolve("home"), "rwx------");
    Path jars = Files.createDirectories(hidden.resolve("lib"));
    Files.writeString(jars.resolve("a.jar"), "a");
    Path handler = Files.writeString(hidden.resolve("handler.jar"), "h");
    Files.setPosixFilePermissions(handler, PosixFilePermissions.fromString("rw-------"));
    StateDirectory state = new StateDirectory(folder.resolve("state"));

    Installation shared = SharedPrograms.of(new Installation(hidden, jars, handler, List.of("terra")), state);

    assertThat(shared.hadoopLibraries()).startsWith(state.root());
    assertThat(shared.hadoopLibraries().resolve("a.jar")).hasContent("a");
    assertThat(shared.shuffleJar()).startsWith(state.root()).hasContent("h");
    assertThat(Files.getPosixFilePermissions(shared.shuffleJar())).contains(PosixFilePermission.OTHERS_READ);
    assertThat(shared.sourceTree()).isEqualTo(hidden);
  }

  @Test
  void whatTheyMayReadStaysWhereItIs() {
    Path shared = Path.of("/etc/hosts");
    Installation same = SharedPrograms.of(new Installation(folder, Path.of("/usr/bin"), shared, List.of("terra")),
        new StateDirectory(folder.resolve("state")));
    assertThat(same.hadoopLibraries()).isEqualTo(Path.of("/usr/bin"));
    assertThat(same.shuffleJar()).isEqualTo(shared);
  }
}
