package dev.terra.cli.check;

import static dev.terra.cli.check.CheckBed.AGENT;
import static dev.terra.cli.check.CheckBed.CONTROLLER;
import static dev.terra.cli.check.CheckBed.TOPOLOGY;
import static dev.terra.cli.check.CheckBed.YARN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.certs.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each of many broken configurations is reported with file, key and cure, and that correct ones pass. */
class CheckCommandTest {
  @TempDir
  private Path folder;
  private CheckBed bed;

  @BeforeEach
  void rightFiles() throws IOException {
    bed = new CheckBed(folder);
  }

  /**
   * One way to break a correct configuration.
   *
   * @param checked the file that is checked
   * @param key the key that the finding names
   * @param cure a part of the text that the finding asks the operator to type
   * @param named the file that the finding names
   */
  private record Broken(String checked, Consumer<CheckBed> how, String key, String cure, String named) {
    Broken(String checked, Consumer<CheckBed> how, String key, String cure) {
      this(checked, how, key, cure, checked);
    }

    @Override
    public String toString() {
      return named + " " + key + ": " + cure;
    }
  }

  private static Consumer<CheckBed> edit(String file, String from, String to) {
    return bed -> bed.edit(file, from, to);
  }

  private static Consumer<CheckBed> line(String file, String key, String line) {
    return bed -> bed.line(file, key, line);
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void rights(Path path, String rights) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Broken> broken() {
    return Stream.of(words(), places(), folders(), certificates(), controllers(), nodeManagers()).flatMap(rows -> rows);
  }

  private static Stream<Broken> words() {
    return Stream.of(
        new Broken(AGENT, edit(AGENT, "tunnelPort:", "tunelPort:"), "tunelPort", "write 'tunnelPort' instead"),
        new Broken(AGENT, edit(AGENT, "site: HK\n", "site: HK\nsite: HK\n"), "site", "take one 'site' out"),
        new Broken(AGENT, line(AGENT, "tunnelPort", "tunnelPort: seven"), "tunnelPort", "set tunnelPort to a whole number"),
        new Broken(AGENT, line(AGENT, "sitePort", "sitePort: 70000"), "sitePort", "a port from 0 to 65535"),
        new Broken(AGENT, line(AGENT, "name", ""), "name", "set name to a value"),
        new Broken(AGENT, line(AGENT, "listenAddress", "listenAddress: gateway.example"), "listenAddress", "an IPv4 address"),
        new Broken(AGENT, line(AGENT, "controller", "controller: 127.2.0.9"), "controller", "HOST:PORT"),
        new Broken(AGENT, edit(AGENT, "neighbours:\n", "neighbours: [\n"), "", "docs/use/configuration.md"),
        new Broken(AGENT, line(AGENT, "topology", "topology: none.yaml"), "topology", "set topology to where it is"),
        new Broken(AGENT, edit(TOPOLOGY, "between: [HK, LA]", "between: [HK, SF]"), "links", "one of [HK, LA]", TOPOLOGY),
        new Broken(AGENT, edit(TOPOLOGY, "80 Mbps", "80 parsecs"), "capacity", "", TOPOLOGY));
  }

  private static Stream<Broken> places() {
    return Stream.of(
        new Broken(AGENT, line(AGENT, "site", "site: SF"), "site", "a site of"),
        new Broken(AGENT, line(AGENT, "site", "site: LA").andThen(edit(AGENT, "  LA: {local", "  HK: {local")), "site", "site: HK"),
        new Broken(AGENT, line(AGENT, "listenAddress", "listenAddress: 192.0.2.7"), "listenAddress", "ip -brief address"),
        new Broken(AGENT, edit(AGENT, "{local: 127.1.0.1", "{local: 192.0.2.7"), "neighbours.LA.local", "ip -brief address"),
        new Broken(AGENT, edit(AGENT, "remote: 127.2.0.1", "remote: 127.1.0.5"), "neighbours.LA.remote", "LA's agent"),
        new Broken(AGENT, edit(AGENT, "remote: 127.2.0.1", "remote: 192.0.2.7"), "neighbours.LA.remote", "add a route"),
        new Broken(AGENT, edit(AGENT, "  LA: {local", "  HK: {local"), "neighbours", "other sites of"),
        new Broken(AGENT, edit(AGENT, "neighbours:\n  LA: {local: 127.1.0.1, remote: 127.2.0.1}\n", ""), "neighbours", "neighbours: {LA: "),
        new Broken(AGENT, bed -> bed.line(AGENT, "sitePort", "sitePort: " + bed.tunnelPort), "tunnelPort", "another port"),
        new Broken(AGENT, edit(TOPOLOGY, ", subnets: [127.2.0.0/16]", ""), "sites.LA.subnets", "subnets: [", TOPOLOGY),
        new Broken(AGENT, edit(TOPOLOGY, "127.2.0.0/16", "127.1.0.0/16"), "sites.LA.subnets", "leave it with", TOPOLOGY),
        new Broken(AGENT, edit(TOPOLOGY, "127.2.0.0/16", "127.2.0.0/64"), "sites.LA.subnets", "10.1.0.0/16", TOPOLOGY));
  }

  private static Stream<Broken> folders() {
    return Stream.of(
        new Broken(AGENT, edit(AGENT, "memoryBytes: 4194304", "memoryBytes: 1024"), "spool.memoryBytes", "at least 1048576"),
        new Broken(AGENT, edit(AGENT, "memoryBytes: 4194304", "memoryBytes: 1099511627776"), "spool.memoryBytes", "TERRA_HEAP="),
        new Broken(AGENT, edit(AGENT, "diskBytes: 1048576", "diskBytes: 461168601842738790"), "spool.diskBytes", "make room"),
        new Broken(AGENT, bed -> bed.edit(AGENT, "spool:", "cache: {memoryBytes: 1048576, diskBytes: 461168601842738790}\nspool:"),
            "cache.diskBytes", "make room"),
        new Broken(AGENT, edit(AGENT, "/spool}", "/wan.yaml}"), "spool.directory", "mkdir -p"),
        new Broken(AGENT, edit(AGENT, "submitFolders: [", "submitFolders: [/no/folder, "), "submitFolders", "mkdir -p /no/folder"),
        new Broken(AGENT, bed -> bed.edit(AGENT, "spool:", "router: {command: [/no/program]}\nspool:"), "router.command", "install it"));
  }

  private static Stream<Broken> certificates() {
    return Stream.of(
        new Broken(AGENT, bed -> delete(bed.folder.resolve("tls/hk/key.pem")), "tls.key", "copy the file there"),
        new Broken(AGENT, bed -> bed.write("tls/hk/certificate.pem", "nothing"), "tls.certificate", "terra certs"),
        new Broken(AGENT, edit(AGENT, "key: tls/hk/key.pem", "key: tls/la/key.pem"), "tls.key", "from one folder"),
        new Broken(AGENT, edit(AGENT, "tls/hk/", "tls/la/"), "tls.certificate", "certs/sites/HK"),
        new Broken(AGENT, edit(AGENT, ", ca: tls/hk/ca.pem", ""), "tls.ca", "set tls.ca to "),
        new Broken(AGENT, bed -> rights(bed.folder.resolve("tls/hk/key.pem"), "rw-r--r--"), "tls.key", "chmod 600"),
        new Broken(AGENT, bed -> {
          bed.certificates("old", CertificateAuthority.create("ca", CheckBed.valid(-90, 90)), CheckBed.valid(-60, -30));
          bed.edit(AGENT, "tls/hk/", "old/hk/");
        }, "tls.certificate", "terra certs"),
        new Broken(AGENT, bed -> {
          bed.certificates("other", CertificateAuthority.create("ca", CheckBed.valid(-1, 90)), CheckBed.valid(-1, 90));
          bed.edit(AGENT, "ca: tls/hk/", "ca: other/hk/");
        }, "tls.certificate", "from one run"));
  }

  private static Stream<Broken> controllers() {
    return Stream.of(
        new Broken(CONTROLLER, line(CONTROLLER, "listen", "listen: 192.0.2.7:7100"), "listen", "ip -brief address"),
        new Broken(CONTROLLER, line(CONTROLLER, "listen", "listen: 127.2.0.9"), "listen", "7100"),
        new Broken(CONTROLLER, bed -> bed.write("tokens", "alice secret\n"), "http.tokens", "openssl rand"),
        new Broken(CONTROLLER, bed -> {
          bed.line(CONTROLLER, "http", "http: {listen: '0.0.0.0:" + CheckBed.freePort() + "'}");
        }, "http.listen", "tokens: tokens"),
        new Broken(CONTROLLER, edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\npolicy: fair\n"), "policy",
            "terra or terra-plus"),
        new Broken(CONTROLLER, edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\npathsPerPair: 0\n"), "pathsPerPair",
            "1 to 64"),
        new Broken(CONTROLLER, edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\nresourceManager: {webappAddresses: [rm1]}\n"),
            "resourceManager.webappAddresses", "addresses such as http://rm1.example.org:8088"),
        new Broken(CONTROLLER, edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\nresourceManager: "
            + "{webappAddresses: ['https://rm1:8090'], ca: none.pem}\n"), "resourceManager.ca", ""),
        new Broken(CONTROLLER, edit(CONTROLLER, "tls/controller/", "tls/hk/"), "tls.certificate", "certs/controller"),
        new Broken(CONTROLLER, edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\nnetwork: {mode: policy-routing}\n"),
            "network.sites", "every site"),
        new Broken(CONTROLLER, bed -> bed.write(CONTROLLER, ""), "", "keys and values"));
  }

  private static Stream<Broken> nodeManagers() {
    return Stream.of(
        new Broken(YARN, edit(YARN, "TerraShuffleHandler", "TerraHandler"), "yarn.nodemanager.aux-services.mapreduce_shuffle.class",
            "dev.terra.shuffle.TerraShuffleHandler"),
        new Broken(YARN, edit(YARN, "terra.agents", "terra.agent"), "terra.agent", "write terra.agents"),
        new Broken(YARN, edit(YARN, "<value>127.1.0.1:", "<value>gateway:"), "terra.agents", "getent hosts gateway"),
        new Broken(YARN, edit(YARN, "13563", "13562"), "terra.segment.port", "13563"),
        new Broken(YARN, edit(YARN, "<value>mapreduce_shuffle<", "<value>spark_shuffle<"), "yarn.nodemanager.aux-services",
            "mapreduce_shuffle"),
        new Broken(YARN, edit(YARN, "mapreduce_shuffle.class<", "mapreduce_shuffle.classpath<"),
            "yarn.nodemanager.aux-services.mapreduce_shuffle.classpath", "take it out"),
        new Broken(YARN, edit(YARN, "</configuration>", ""), "", "docs/use/configuration.md"),
        new Broken(YARN, edit(YARN, "terra.tls.key", "terra.tls.keys"), "terra.tls.keys", "write terra.tls.key instead"),
        new Broken(YARN, edit(YARN, "terra.tls.key", "terra.colour"), "terra.colour", "take it out; there are terra.agents, "),
        new Broken(YARN, edit(YARN, "node/key.pem", "hk/key.pem"), "terra.tls.key", "from one folder"),
        new Broken(YARN, edit(YARN, "/node/", "/hk/"), "terra.tls.certificate", "certs/nodes/SITE"),
        new Broken(YARN, edit(YARN, "node/ca.pem", "node/none.pem"), "terra.tls.ca", "copy the file there"),
        new Broken(YARN, bed -> rights(bed.folder.resolve("tls/node/key.pem"), "rw-r--r--"), "terra.tls.key", "chmod 600 "),
        new Broken(YARN, edit(YARN, "terra.tls.certificate", "terra.insecure"), "terra.tls.certificate", "terra certs"),
        new Broken(YARN, edit(YARN, "<value>13563", "<value>${segments}"), "terra.segment.port", "<name>segments</name>"),
        new Broken(YARN, edit(YARN, "<value>mapreduce_shuffle<", "<value> mapreduce_shuffle<"), "yarn.nodemanager.aux-services",
            "without blanks"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void whatIsBrokenIsNamedWithFileKeyAndCure(Broken broken) throws IOException {
    broken.how.accept(bed);

    assertThat(bed.check("--json", "--config", folder.resolve(broken.checked).toString())).as(bed.out).isEqualTo(1);
    JsonNode findings = new ObjectMapper().readTree(bed.out).path("findings");
    assertThat(findings).as(bed.out).anySatisfy(finding -> {
      assertThat(finding.path("severity").asText()).isEqualTo("error");
      assertThat(finding.path("file").asText()).endsWith("/" + broken.named);
      assertThat(finding.path("key").asText()).isEqualTo(broken.key);
      assertThat(finding.path("cure").asText()).contains(broken.cure).isNotBlank();
    });
  }

  @Test
  void rightFilesPassInTime() {
    long start = System.nanoTime();

    for (String name : new String[] {AGENT, CONTROLLER, TOPOLOGY, YARN}) {
      assertThat(bed.checkFile(name)).as(bed.out).isZero();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    assertThat(bed.out).contains("1 files checked: 0 errors");
  }

  @Test
  void aServiceSaysTheSameLinesWhenItStarts() {
    bed.edit(AGENT, "site: HK\n", "site: LA\n");
    List<String> said = new ArrayList<>();

    StartCheck.say(folder.resolve(AGENT), said::add);

    assertThat(bed.check("--offline", "--config", folder.resolve(AGENT).toString())).isEqualTo(1);
    assertThat(said).anyMatch(line -> line.startsWith("error: ")).allSatisfy(line -> assertThat(bed.out.lines()).contains(line));
  }

  @Test
  void aPortThatSomebodyElseHasIsNamedWithWhoItIs() throws IOException {
    try (ServerSocket taken = new ServerSocket(bed.tunnelPort, 1, InetAddress.getByName("127.1.0.1"))) {
      assertThat(taken.isBound()).isTrue();
      assertThat(bed.checkFile(AGENT)).isEqualTo(1);
    }
    assertThat(bed.out).contains("tunnelPort: port " + bed.tunnelPort).contains("process " + ProcessHandle.current().pid())
        .contains("ss -ltnp");
  }

  @Test
  void aQueueThatYarnIsNotAskedForIsAWarning() {
    bed.edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\nqueues: {etl: {weight: 2}}\n");
    assertThat(bed.checkFile(CONTROLLER)).isZero();
    assertThat(bed.out).contains("queues: a job names its queue itself").contains("resourceManager: {webappAddresses: [");
    bed.edit(CONTROLLER, "queues:", "resourceManager: {webappAddresses: ['http://127.0.0.1:8088']}\nqueues:");
    assertThat(bed.checkFile(CONTROLLER)).isZero();
    assertThat(bed.out).doesNotContain("names its queue itself").contains("answers over http can be forged");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "residency: {etl: {never: [LA]}} | residency: a job names its queue itself, and so chooses the rule that its bytes keep to",
      "classes: {jobs: {interactive: [{queue: etl}]}} | classes.jobs: a job names its queue itself, and so chooses the class"})
  void whatGoesByAQueueThatYarnIsNotAskedForIsAWarning(String line, String warning) {
    bed.edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\n" + line + "\n");
    assertThat(bed.checkFile(CONTROLLER)).isZero();
    assertThat(bed.out).contains(warning);
    bed.edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\nresourceManager: {webappAddresses: ['http://127.0.0.1:8088']}\n");
    assertThat(bed.checkFile(CONTROLLER)).isZero();
    assertThat(bed.out).doesNotContain("names its queue itself");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "queues: {etl: {budget: hard}} | queues.etl.budget | write the key 'maxUsd' too",
      "queues: {etl: {usdPerHour: 1e300}} | queues.etl.usdPerHour | set queues.etl.usdPerHour to a value of 0 to 1000000000",
      "queues: {etl: {weight: 1}, root.etl: {weight: 2}} | queues.root.etl | take one 'queues.root.etl' out",
      "residency: {etl: {within: [HK], never: [HK]}} | residency.etl | leave a site to the queue in 'residency.etl'",
      "residency: {etl: {never: [HK, LA]}} | residency.etl | leave a site to the queue in 'residency.etl'",
      "residency: {etl: {within: [], never: [HK]}} | residency.etl.within | set residency.etl.within to at least one site",
      "residency: {etl: {within: [SF]}} | residency.etl.within | set residency.etl.within to sites of",
      "residency: {etl: {within: [HK], stockPath: deny}} | residency.etl.stockPath | set residency.etl.stockPath to warn or refuse",
      "residency: {etl: {}} | residency.etl | set residency.etl to sites, such as {within: [A, B]} or {never: [C]}",
      "residency: {'': {never: [HK]}} | `` | write a name in its place",
      "recurring: {queues: {etl: learn}, usdPerHour: 6} | recurring | write the key 'resourceManager' too"})
  void curesOfRulesOfQueuesCanBeTyped(String line, String key, String cure) throws IOException {
    bed.edit(CONTROLLER, "topology: wan.yaml\n", "topology: wan.yaml\n" + line + "\n");
    assertThat(bed.check("--json", "--config", folder.resolve(CONTROLLER).toString())).as(bed.out).isEqualTo(1);
    assertThat(new ObjectMapper().readTree(bed.out).path("findings")).as(bed.out).anySatisfy(finding -> {
      assertThat(finding.path("key").asText()).isEqualTo(key);
      assertThat(finding.path("cure").asText()).startsWith(cure);
    });
  }

  @Test
  void warningsAreToldAndCountOnlyWhereThatIsAsked() {
    bed.line(AGENT, "tls", "insecure: true");

    assertThat(bed.checkFile(AGENT)).isZero();
    assertThat(bed.out).contains("warning: ").contains("tls: TLS is off");
    assertThat(bed.check("--strict", "--config", folder.resolve(AGENT).toString())).isEqualTo(1);
    assertThat(bed.check("--quiet", "--config", folder.resolve(AGENT).toString())).isZero();
    assertThat(bed.out).isEmpty();
  }

  @Test
  void aNodeManagerThatWouldEndItsContainersIsWarnedOf() throws IOException {
    bed.edit(YARN, "recovery.supervised</name><value>true", "recovery.supervised</name><value>false");

    assertThat(bed.checkFile(YARN)).as(bed.out).isZero();
    assertThat(bed.out).contains("warning: ").contains("yarn.nodemanager.recovery.supervised").contains("ends its containers");
  }

  @Test
  void whatAFileRefersToAndIncludesIsRead() {
    bed.write("agents.xml", "<configuration><property name='terra.agents' value='${site.gateway},${site.gateway}'/></configuration>");
    bed.write("core-site.xml", "<configuration><property name='site.gateway' value='127.1.0.77:7201'/></configuration>");
    bed.edit(YARN, "<configuration>", "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='agents.xml'/>");
    bed.edit(YARN, "<name>terra.agents</name>", "<name>old.agents</name>");

    assertThat(bed.checkFile(YARN)).as(bed.out).isZero();
    assertThat(bed.out).contains("127.1.0.77:7201").doesNotContain("stock");
  }

  @Test
  void aServiceOfSparksIsReadWithItsOwnFile() {
    bed.edit(YARN, "<value>mapreduce_shuffle<", "<value>spark_a,spark_b<");
    bed.edit(YARN, "</configuration>", Stream.of("a", "b").map(name -> "<property name='yarn.nodemanager.aux-services.spark_" + name
        + ".class' value='dev.terra.spark.TerraShuffleService'/><property name='yarn.nodemanager.aux-services.spark_" + name
        + ".classpath' value='" + folder.resolve(name) + "'/>").reduce("", String::concat) + "</configuration>");
    for (String name : List.of("a", "b")) {
      assertThat(folder.resolve(name).toFile().mkdir()).isTrue();
      bed.write(name + "/spark-shuffle-site.xml", "<configuration><property name='spark.shuffle.service.port' value='7337'/>"
          + "<property name='terra.mode' value='" + (name.equals("a") ? "observe" : "watch") + "'/></configuration>");
    }

    assertThat(bed.checkFile(YARN)).isEqualTo(1);
    assertThat(bed.out).contains("b/spark-shuffle-site.xml: terra.mode: expected on or observe, got 'watch'")
        .contains("spark.shuffle.service.port: it is 7337 for spark_a and for spark_b").doesNotContain("names no agent");
  }

  @Test
  void theWholeHadoopIsLookedAt() throws IOException {
    Path lib = Files.createDirectories(folder.resolve("hadoop/share/hadoop/yarn/lib"));
    String hadoop = folder.resolve("hadoop").toString();
    String file = folder.resolve(YARN).toString();
    assertThat(bed.check("--hadoop", hadoop, "--config", file)).isEqualTo(1);
    assertThat(bed.out).contains("hadoop-yarn-server-nodemanager");

    Files.createFile(lib.resolveSibling("hadoop-yarn-server-nodemanager-2.10.1.jar"));
    assertThat(bed.check("--hadoop", hadoop, "--config", file)).isEqualTo(1);
    assertThat(bed.out).contains("it is 2.10").contains("cp share/nodemanager/terra-shuffle-nm.jar");

    Files.move(lib.resolveSibling("hadoop-yarn-server-nodemanager-2.10.1.jar"),
        lib.resolveSibling("hadoop-yarn-server-nodemanager-3.4.3.jar"));
    Files.createFile(lib.resolve("terra-shuffle-nm.jar"));
    assertThat(bed.check("--hadoop", hadoop, "--config", file)).as(bed.out).isZero();
  }

  @Test
  void withoutAFileTheCommandSaysWhatItWants() {
    assertThat(bed.checkFile("nothing.yaml")).isEqualTo(1);
    assertThat(bed.out).contains("no such file").contains("conf/*.template");
  }
}
