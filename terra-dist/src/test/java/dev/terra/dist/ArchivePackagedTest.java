package dev.terra.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of the archive that is shipped, and of the files to which it unpacks. */
class ArchivePackagedTest {
  private static final Path ARCHIVE = Path.of(System.getProperty("terra.archive", "target/terra-0.2.0-SNAPSHOT-bin.tar.gz"));
  private static final Path HOME = Path.of(System.getProperty("terra.installed", "target/installed/terra")).toAbsolutePath();
  /** The largest size of the archive. OR-Tools' native libraries take 26 MB, gRPC with its own Netty 6 MB, and BoringSSL 1.4 MB. */
  private static final long MOST_BYTES = 65_000_000;
  private static final List<String> NODE_MANAGER =
      List.of("terra-shuffle-nm.jar", "terra-spark-nm.jar", "terra-spark-plugin.jar");

  private static String run(Map<String, String> environment, int exitCode, String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("TERRA_HOME", "TERRA_CONF", "TERRA_JAVA_OPTS"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(exitCode);
    return said;
  }

  private static String terra(String... arguments) throws IOException, InterruptedException {
    String[] command = Stream.concat(Stream.of(HOME.resolve("bin/terra").toString()), Stream.of(arguments)).toArray(String[]::new);
    return run(Map.of(), 0, command);
  }

  @Test
  void itIsSmallEnoughToCopyAround() throws IOException {
    long nodeManager = 0;
    for (String jar : NODE_MANAGER) {
      nodeManager += Files.size(HOME.resolve("share/nodemanager").resolve(jar));
    }
    assertThat(Files.size(ARCHIVE) - nodeManager).isLessThanOrEqualTo(MOST_BYTES);
  }

  @Test
  void itHasEverythingAnOperatorNeeds() {
    assertThat(Stream.of("bin/terra", "sbin/terra-service", "conf/agent.yaml.template", "conf/controller.yaml.template",
        "conf/topology.yaml.template", "conf/yarn-site.xml.template", "conf/terra-env.sh.template", "share/grafana/terra.json",
        "share/prometheus/terra-alerts.yaml", "share/systemd/terra-controller.service", "share/systemd/terra-agent.service",
        "share/completion/terra", "share/topologies/swan.yaml", "share/router/terra-router",
        "share/resourcemanager/terra-resourcemanager.jar", "docs/use/install.md", "docs/use/placement.md", "LICENSE", "NOTICE",
        "RELEASE", "sbom.json")).allSatisfy(file -> assertThat(HOME.resolve(file)).isNotEmptyFile());
    assertThat(NODE_MANAGER).allSatisfy(jar -> assertThat(HOME.resolve("share/nodemanager").resolve(jar)).isNotEmptyFile());
    assertThat(HOME.resolve("bin/terra")).isExecutable();
    assertThat(HOME.resolve("sbin/terra-service")).isExecutable();
  }

  @Test
  void theBillOfMaterialsListsEveryJarWithItsChecksum() throws IOException {
    JsonNode bill = new ObjectMapper().readTree(HOME.resolve("sbom.json").toFile());
    Map<String, String> listed = new TreeMap<>();
    bill.path("components").forEach(component -> listed.put(
        component.at("/properties/0/value").asText(), component.at("/hashes/0/content").asText()));

    Map<String, String> there = new TreeMap<>();
    try (Stream<Path> files = Files.walk(HOME)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        there.put(HOME.relativize(jar).toString(), sha256(jar));
      }
    }
    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(listed).isEqualTo(there).isNotEmpty();
    assertThat(bill.path("components")).allSatisfy(component -> assertThat(component.at("/licenses/0/expression").asText()).isNotBlank());
  }

  private static String sha256(Path file) throws IOException {
    try {
      return java.util.HexFormat.of().formatHex(
          java.security.MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyBundledLibraryHasALicenceFile() throws IOException {
    JsonNode bill = new ObjectMapper().readTree(HOME.resolve("sbom.json").toFile());
    List<String> libraries = bill.findValues("purl").stream().map(JsonNode::asText).filter(url -> !url.contains("/dev.terra/"))
        .map(url -> url.replaceFirst(".*/([^@]+)@.*", "$1")).collect(Collectors.toList());

    assertThat(libraries).contains("guava", "netty-handler", "netty-tcnative-boringssl-static")
        .allSatisfy(name -> assertThat(HOME.resolve("licenses").resolve(name + ".txt")).isNotEmptyFile());
  }

  @Test
  void itRunsAndSaysWhichItIs() throws Exception {
    assertThat(terra("--version")).matches("(?s)terra " + System.getProperty("terra.version", ".*") + ", commit \\S+, for x86-64\n");
    assertThat(terra("topology", "check", HOME.resolve("share/topologies/swan.yaml").toString())).contains("5 sites");
    assertThat(terra("--help")).contains("controller").doesNotContain("testbed").doesNotContain("demo");
  }

  @Test
  void itSaysWhereJavaIsMissingOrTooOld() throws Exception {
    String terra = HOME.resolve("bin/terra").toString();

    assertThat(run(Map.of("JAVA_HOME", "/no/java"), 1, terra, "--version")).contains("/no/java").contains("apt-get install");
    assertThat(terra("--version")).contains("commit");
  }

  @Test
  void completionKnowsTheCommands() throws IOException {
    assertThat(Files.readString(HOME.resolve("share/completion/terra"))).contains("topology").contains("--controller");
  }
}
