package dev.terra.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of {@code ./terra} on machines that lack what it needs. A copy of the script runs with a path on which only the programs of the
 * test are installed.
 */
class LauncherTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  /** The programs that every Debian has. */
  private static final List<String> BASIC = List.of("bash", "sh", "sed", "grep", "head", "readlink", "dirname", "cat", "chmod", "touch",
      "mkdir", "find", "flock", "locale", "env", "mount", "hostname", "setpriv", "script");
  private static final String PROGRAMS = "mvn npm ip ping ps cc promtool ovs-vswitchd nft iperf3";

  @TempDir private Path folder;
  private Path path;

  @BeforeEach
  void bareMachine() throws IOException {
    path = Files.createDirectories(folder.resolve("path"));
    Path tree = Files.createDirectories(folder.resolve("tree/build/launch"));
    Files.copy(ROOT.resolve("build/launch/machine.sh"), tree.resolve("machine.sh"));
    Files.copy(ROOT.resolve("terra"), folder.resolve("tree/terra"));
    for (String name : BASIC) {
      for (String from : List.of("/usr/bin", "/bin", "/usr/sbin")) {
        if (Files.exists(Path.of(from, name))) {
          program(name, "exec " + from + "/" + name + " \"$@\"");
        }
      }
    }
    program("id", "echo 0");
    program("sleep", "");
    program("apt-cache", "");
    program("apt-get", "echo \"$*\" >>" + folder + "/apt; case \"$*\" in *\\ install\\ *) sh " + folder + "/install ;; esac");
    onInstall(java(17) + "; for p in " + PROGRAMS + "; do printf '#!/bin/sh\\n' >" + path + "/$p; chmod +x " + path + "/$p; done; "
        + script("node", "echo v18.1.0") + "; " + script("mvn", "echo maven: \"$@\" with \"$JAVA_HOME\"; exit 7"));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private String script(String name, String body) {
    return "printf '%s\\n' '#!/bin/sh' " + quoted(body) + " >" + path.resolve(name) + "; chmod +x " + path.resolve(name);
  }

  /** Returns a shell command that makes a fake Java of a version, with a compiler. */
  private String java(int version) {
    Path home = folder.resolve("jdk-" + version);
    String said = "echo '    java.home = " + home + "'; echo '    java.specification.version = " + version + "'";
    return "mkdir -p " + home + "/bin; touch " + home + "/bin/javac; chmod +x " + home + "/bin/javac; " + script("java", said) + "; cat "
        + path + "/java >" + home + "/bin/java; chmod +x " + home + "/bin/java";
  }

  private void program(String name, String body) throws IOException {
    Path file = path.resolve(name);
    Files.deleteIfExists(file);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void onInstall(String commands) throws IOException {
    Files.writeString(folder.resolve("install"), commands + "\n");
  }

  private String apt() throws IOException {
    Path file = folder.resolve("apt");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private void run(String script) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor()).isZero();
  }

  private String terra(int exitCode, String... arguments) throws IOException, InterruptedException {
    return started(exitCode, Stream.concat(Stream.of("./terra"), Stream.of(arguments)).toArray(String[]::new));
  }

  private String started(int exitCode, String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.resolve("tree").toFile()).redirectErrorStream(true)
        .redirectInput(new File("/dev/null"));
    builder.environment().keySet().removeAll(List.of("JAVA_HOME", "TERRA_NO_BUILD", "TERRA_HOME"));
    builder.environment().put("PATH", path.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(exitCode);
    return said;
  }

  @Test
  void rootGetsWhatTheTestsNeedAndMavensExitCode() throws Exception {
    String said = terra(7, "test", "-T1", "-Dterra.test.processes=1");

    assertThat(apt().lines().filter(line -> line.contains(" install "))).singleElement().asString()
        .contains(" openjdk-17-jdk-headless maven nodejs npm iproute2 iputils-ping procps gcc libc6-dev prometheus openvswitch-switch")
        .endsWith("iperf3");
    assertThat(said)
        .contains("maven: --no-transfer-progress verify -Proot -T1 -Dterra.test.processes=1 -T1 with " + folder.resolve("jdk-17"));
  }

  @Test
  void whatIsThereIsNotInstalledAgain() throws Exception {
    run("sh " + folder.resolve("install"));

    terra(7, "test");

    assertThat(apt()).isEmpty();
  }

  @Test
  void inATerminalItIsTheSame() throws Exception {
    String said = started(7, "script", "-qec", "./terra test", "/dev/null");

    assertThat(said).contains("maven: --no-transfer-progress verify -Proot -T1 with");
  }

  @Test
  void othersAreToldTheOneLine() throws Exception {
    program("id", "echo 1000");

    String said = terra(1, "demo");

    assertThat(said.lines()).singleElement().asString().contains("missing: a JDK 17 or newer, mvn, Node.js 18 or newer with npm, ip, ")
        .endsWith("To install it: sudo apt-get update && sudo apt-get install -y --no-install-recommends openjdk-17-jdk-headless maven"
            + " nodejs npm iproute2 iputils-ping procps gcc libc6-dev");
    assertThat(apt()).isEmpty();
  }

  @Test
  void withoutRootTheTestsThatNeedItAreLeftOut() throws Exception {
    run("sh " + folder.resolve("install"));
    run("rm " + path.resolve("promtool") + " " + path.resolve("nft"));
    program("id", "echo 1000");

    assertThat(terra(7, "test")).contains("not root").contains("are not run").contains("verify -T1 with");
  }

  @Test
  void withoutNetworkNamespacesTheyAreLeftOutToo() throws Exception {
    run("sh " + folder.resolve("install"));
    program("ip", "exit 1");

    assertThat(terra(7, "test")).contains("no network namespaces").contains("are not run").contains("verify -T1 with");
  }

  @Test
  void nodesOwnPackageBringsNpm() throws Exception {
    program("apt-cache", "echo 'Candidate: 20.20.2-1nodesource1'");

    terra(7, "test");

    assertThat(apt()).contains(" nodejs iproute2").doesNotContain("npm");
  }

  @Test
  void aReleaseWithoutJava17GivesItsOwn() throws Exception {
    program("apt-cache", "case \"$*\" in *default-jdk*) echo 'Candidate: 2:1.21' ;; esac");

    terra(7, "test");

    assertThat(apt()).contains(" default-jdk-headless maven");
  }

  @Test
  void anotherProgramsLockIsWaitedFor() throws Exception {
    program("apt-get", "echo \"$*\" >>" + folder + "/apt; case \"$*\" in *\\ install\\ *) sh " + folder + "/install ;; *) "
        + "[ -e " + folder + "/free ] || { touch " + folder + "/free; echo 'E: Could not get lock /x.'; exit 100; } ;; esac");

    assertThat(terra(7, "test")).contains("waiting for it");

    assertThat(apt().lines().filter(line -> line.endsWith(" update"))).hasSize(2);
  }

  @Test
  void whatAptCannotDoIsSaidWithTheLineToType() throws Exception {
    onInstall("exit 100");

    assertThat(terra(1, "demo")).contains("terra: apt-get could not install it; once it can: apt-get update && apt-get install -y");
  }

  @Test
  void whatIsTooOldAfterwardsIsNamed() throws Exception {
    Files.writeString(folder.resolve("install"), script("node", "echo v12.22.9") + "\n", StandardOpenOption.APPEND);

    assertThat(terra(1, "test")).contains("missing after it was installed: Node.js 18 or newer with npm.");
  }

  @Test
  void aMachineWithoutAptIsToldTheNames() throws Exception {
    run("rm " + path.resolve("apt-get") + " " + path.resolve("apt-cache"));

    assertThat(terra(1, "test")).contains("missing: a JDK 17 or newer, mvn").contains("no apt-get");
  }

  @Test
  void anotherJavaHomeIsNamed() throws Exception {
    run(java(11));
    Path old = folder.resolve("jdk-11");

    assertThat(started(1, "env", "JAVA_HOME=" + old, "./terra", "test"))
        .contains("JAVA_HOME is " + old + ", which has no Java 17 or newer");
    assertThat(apt()).isEmpty();
  }

  @Test
  void anOlderJavaOnThePathGivesWayToANewerOneThatIsInstalled() throws Exception {
    run("sh " + folder.resolve("install"));
    run(java(21));
    run(java(11));
    program("update-alternatives", "echo " + path.resolve("java") + "; echo " + folder.resolve("jdk-21/bin/java"));

    assertThat(terra(7, "test")).contains("with " + folder.resolve("jdk-21"));
  }

  @Test
  void helpNeedsNothing() throws Exception {
    assertThat(terra(0, "--help")).contains("demo").contains("test");
    assertThat(terra(0, "test", "--help")).contains("Usage: terra test [MAVEN ARGUMENTS]").contains("Exit codes");
    assertThat(apt()).isEmpty();
  }
}
