package dev.terra.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of a rolling installation on hosts that are folders of this machine. Each host is checked before the next is installed, and is
 * rolled back if it does not work.
 */
class RolloutPackagedTest {
  private static final Path ROLLOUT =
      Path.of(System.getProperty("terra.installed", "target/installed/terra")).toAbsolutePath().resolve("sbin/terra-rollout");

  @TempDir
  private Path folder;

  @BeforeEach
  void hosts() throws Exception {
    Files.writeString(folder.resolve("hosts"), "one\ntwo # the second\n\nthree\n");
    for (String host : List.of("one", "two", "three")) {
      Files.createDirectories(folder.resolve(host).resolve("opt/terra-1/bin"));
      Files.createSymbolicLink(folder.resolve(host).resolve("opt/terra"), Path.of("terra-1"));
      Files.createDirectories(folder.resolve(host).resolve("conf"));
    }
    script("ssh", "cd " + folder + "/$1 && sh -c \"$2\"");
    Path next = Files.createDirectories(folder.resolve("made/terra-2/bin"));
    script("made/terra-2/bin/terra", "[ ! -e conf/broken ] || { echo 'error: conf/agent.yaml: tls: broken'; exit 1; }");
    assertThat(run(0, "tar", "-C", next.getParent().getParent().toString(), "-czf", folder.resolve("t.tar.gz").toString(), "terra-2"))
        .isEmpty();
  }

  private void script(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String run(int exitCode, String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(exitCode);
    return said;
  }

  private String rollout(int exitCode, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(ROLLOUT.toString(), "--hosts", folder.resolve("hosts").toString(), "--ssh",
        folder.resolve("ssh").toString(), "--patience", "1"));
    command.addAll(List.of(more));
    return run(exitCode, command.toArray(String[]::new));
  }

  private String archive(int exitCode) throws Exception {
    return rollout(exitCode, "--archive", folder.resolve("t.tar.gz").toString(), "--service", "agent", "--prefix", "opt", "--conf", "conf",
        "--restart", "echo $(readlink opt/terra) >> restarts", "--verify", "[ ! -e fails ] || [ $(readlink opt/terra) = terra-1 ]");
  }

  private String runs(String host) throws IOException {
    return Files.readSymbolicLink(folder.resolve(host).resolve("opt/terra")).toString();
  }

  @Test
  void everyHostGetsIt() throws Exception {
    assertThat(archive(0)).contains("one: has it, and works").contains("three: has it, and works");
    assertThat(List.of(runs("one"), runs("two"), runs("three"))).containsOnly("terra-2");
    assertThat(archive(0)).contains("two: has it already, and works");
    assertThat(folder.resolve("two/restarts")).hasContent("terra-2");
  }

  @Test
  void aHostWhoseConfigurationDoesNotPassIsLeftAndThoseAfterIt() throws Exception {
    Files.createFile(folder.resolve("two/conf/broken"));

    assertThat(archive(1)).contains("error: conf/agent.yaml").contains("two: its configuration does not pass");
    assertThat(List.of(runs("one"), runs("two"), runs("three"))).containsExactly("terra-2", "terra-1", "terra-1");
    assertThat(folder.resolve("two/restarts")).doesNotExist();
  }

  @Test
  void aHostThatDoesNotWorkGoesBack() throws Exception {
    Files.createFile(folder.resolve("two/fails"));

    assertThat(archive(1)).contains("two: it did not work within 1 s and has gone back");
    assertThat(List.of(runs("one"), runs("two"), runs("three"))).containsExactly("terra-2", "terra-1", "terra-1");
    assertThat(folder.resolve("two/restarts")).hasContent("terra-2\nterra-1");
    assertThat(folder.resolve("three/restarts")).doesNotExist();
  }

  @Test
  void aJarIsReplacedAndComesBack() throws Exception {
    Path jar = Files.writeString(folder.resolve("new.jar"), "new");
    for (String host : List.of("one", "two", "three")) {
      Files.writeString(folder.resolve(host).resolve("nm.jar"), "old");
    }
    Files.createFile(folder.resolve("two/fails"));

    assertThat(rollout(1, "--jar", jar.toString(), "--to", "nm.jar", "--restart", "true", "--verify",
        "[ ! -e fails ] || grep -q old nm.jar"))
        .contains("one: has it, and works").contains("two: it did not work");
    assertThat(folder.resolve("one/nm.jar")).hasContent("new");
    assertThat(folder.resolve("two/nm.jar")).hasContent("old");
    assertThat(folder.resolve("three/nm.jar")).hasContent("old");
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    assertThat(run(2, ROLLOUT.toString(), "--hosts", "/none")).contains("--hosts");
    assertThat(rollout(2, "--archive", folder.resolve("t.tar.gz").toString(), "--service", "db")).contains("--service");
  }
}
