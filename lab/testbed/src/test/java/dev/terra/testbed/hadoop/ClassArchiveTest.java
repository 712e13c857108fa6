package dev.terra.testbed.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with real JVMs, whose main class is this test's own {@link Greeter}. */
class ClassArchiveTest {
  private static final String GREETER = "dev.terra.testbed.hadoop.ClassArchiveTest$Greeter";

  @TempDir private Path folder;
  private Path jar;
  private Path file;
  private ClassArchive classes;

  /** The main class of the JVMs. */
  static final class Greeter {
    private Greeter() {}

    public static void main(String[] args) {
      System.out.println("hello");
    }
  }

  @BeforeEach
  void aJarInAFolder() throws IOException {
    jar = Files.createDirectory(folder.resolve("lib")).resolve("greeter.jar");
    writeJar();
    file = folder.resolve("classes.jsa");
    classes = new ClassArchive(new StateDirectory(folder.resolve("state")), "greeters", List.of(jar.getParent()), file);
  }

  private void writeJar() throws IOException {
    String entry = GREETER.replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar); JarOutputStream zip = new JarOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(ClassArchiveTest.class.getClassLoader().getResourceAsStream(entry).readAllBytes());
    }
  }

  /** Starts a JVM as a testbed starts its JVMs, and returns what the JVM prints. */
  private String run(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(OwnJava.command(), "-XX:+UseSerialGC", classes.option()));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classes.classPath() + ":" + folder, GREETER));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  private boolean greeterComesFromTheArchive() throws Exception {
    return run("-Xlog:class+load").lines().anyMatch(line -> line.contains(GREETER + " source: shared objects file"));
  }

  @Test
  void whatOneJvmHasLoadedTheNextHasFromTheArchive() throws Exception {
    List<String> told = new ArrayList<>();
    classes.prepare();
    assertThat(classes.make(told::add)).as("nothing was loaded yet").isFalse();
    assertThat(greeterComesFromTheArchive()).isFalse();

    assertThat(classes.make(told::add)).isTrue();
    assertThat(told).singleElement().asString().contains("greeters");
    assertThat(file).exists();
    assertThat(greeterComesFromTheArchive()).isTrue();
    assertThat(classes.make(told::add)).as("once is enough").isFalse();

    classes.prepare();
    assertThat(greeterComesFromTheArchive()).as("it fits the next testbed too").isTrue();
  }

  @Test
  void anArchiveOfOtherJarsIsMadeAnew() throws Exception {
    classes.prepare();
    run();
    assertThat(classes.make(line -> { })).isTrue();
    writeJar();
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));

    classes.prepare();
    assertThat(run()).isEqualTo("hello\n");
    assertThat(classes.make(line -> { })).isTrue();
    assertThat(greeterComesFromTheArchive()).isTrue();
  }

  @Test
  void containersOfAPathWithABlankGoWithout() throws Exception {
    assertThat(classes.containerOptions()).startsWith("@" + folder).endsWith("/lib/*:$CLASSPATH");
    Path blank = Files.createDirectory(folder.resolve("li b"));
    StateDirectory state = new StateDirectory(folder.resolve("state"));
    assertThat(new ClassArchive(state, "greeters", List.of(blank), file).containerOptions()).isEmpty();
    assertThat(new ClassArchive(new StateDirectory(blank), "greeters", List.of(jar), file).containerOptions()).isEmpty();
  }

  @Test
  void aBrokenArchiveHarmsNobody() throws Exception {
    Files.writeString(file, "not an archive");
    classes.prepare();
    assertThat(run()).isEqualTo("hello\n");
  }

  @Test
  void whereNoneCanBeMadeJvmsGoOnWithout() throws Exception {
    ClassArchive nowhere = new ClassArchive(
        new StateDirectory(folder.resolve("state")), "greeters", List.of(jar.getParent()), folder.resolve("no/such/folder/classes.jsa"));
    nowhere.prepare();
    run();
    List<String> told = new ArrayList<>();
    assertThat(nowhere.make(told::add)).isFalse();
    assertThat(told).last().asString().contains("no/such/folder").contains("greeters.log");
    assertThat(run()).isEqualTo("hello\n");
  }

  @Test
  void halfALineOfAKilledJvmIsNoClass() throws Exception {
    classes.prepare();
    run();
    Files.writeString(folder.resolve("state/classes/greeters/1.notes"), "# a comment\njava/lang/Object\ndev/terra/Hal");
    assertThat(classes.make(line -> { })).isTrue();
    assertThat(Files.readString(folder.resolve("state/classes/greeters.list"))).contains("java/lang/Object\n").doesNotContain("Hal");
  }
}
