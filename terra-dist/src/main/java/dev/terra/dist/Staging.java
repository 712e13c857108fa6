package dev.terra.dist;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.config.AgentConfigFile;
import dev.terra.controller.ControllerConfig;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Lays out the folder that becomes the archive. Two runs on the same sources give the same files.
 *
 * <p>Arguments: the source tree, the folder with the libraries in the layout of a Maven repository, the folder to lay out, the version, the
 * architecture.
 */
public final class Staging {
  /** The time limit of a command: Java starts within seconds, and a machine under load takes longer. */
  private static final long COMMAND_SECONDS = 120;
  private static final String UNKNOWN_COMMIT = "unknown";
  /** Terra's jars for other programs, each with its dependencies: the path in the build, and the path in the archive. */
  private static final ImmutableMap<String, String> JARS_FOR_OTHERS = ImmutableMap.of(
      "terra-shuffle/target/terra-shuffle-nm.jar", "share/nodemanager/terra-shuffle-nm.jar",
      "terra-spark/target/terra-spark-nm.jar", "share/nodemanager/terra-spark-nm.jar",
      "terra-spark/target/terra-spark-plugin.jar", "share/nodemanager/terra-spark-plugin.jar",
      "terra-resourcemanager/target/terra-resourcemanager-rm.jar", "share/resourcemanager/terra-resourcemanager.jar");

  private final Path sources;
  private final Path stage;
  private final BillOfMaterials bill;

  private Staging(Path sources, Path stage, BillOfMaterials bill) {
    this.sources = sources;
    this.stage = stage;
    this.bill = bill;
  }

  /** Lays out the folder anew. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 5) {
      throw new IllegalArgumentException("expected: sources, folder of libraries, folder to lay out, version, architecture");
    }
    Path stage = Path.of(arguments[2]);
    deleteAll(stage);
    Staging staging = new Staging(Path.of(arguments[0]), stage, new BillOfMaterials(arguments[3]));
    staging.libraries(BundledLibrary.read(Path.of(arguments[1])), Architecture.named(arguments[4]));
    staging.jarsForOthers();
    staging.files();
    staging.templates();
    staging.release(arguments[3], arguments[4]);
    staging.completion();
    staging.write("sbom.json", staging.bill.json());
  }

  private void libraries(List<BundledLibrary> libraries, Architecture architecture) throws IOException {
    LicenceTable licences = LicenceTable.load();
    Files.createDirectories(stage.resolve("lib"));
    for (BundledLibrary library : libraries) {
      if (architecture.needs(library)) {
        library(library, architecture, licences);
      }
    }
  }

  private void library(BundledLibrary library, Architecture architecture, LicenceTable licences) throws IOException {
    String place = "lib/" + library.jarName();
    if (library.isOwn()) {
      JarCopy.copyWithoutRights(library.file(), stage.resolve(place));
    } else {
      JarCopy.copy(library.file(), stage.resolve(place), entry -> architecture.needs(library, entry));
    }
    bill.add(library, place, stage.resolve(place), library.isOwn() ? "Apache-2.0" : licences.of(library).expression());
    if (!library.isOwn()) {
      write("licenses/" + library.artifact() + ".txt", licences.text(library));
    }
  }

  private void jarsForOthers() throws IOException {
    for (Map.Entry<String, String> jar : JARS_FOR_OTHERS.entrySet()) {
      String place = jar.getValue();
      copy(sources.resolve(jar.getKey()), place);
      bill.addOwn(Path.of(place).getFileName().toString().replaceFirst("\\.jar$", ""), place, stage.resolve(place));
    }
  }

  private void files() throws IOException {
    copyAll("share", "share");
    copyAll("topologies", "share/topologies");
    copyAll("terra-dist/src/main/sh/bin", "bin");
    copyAll("terra-dist/src/main/sh/sbin", "sbin");
    copyAll("terra-dist/src/main/conf", "conf");
    for (String page : ShippedPages.of(sources)) {
      copy(sources.resolve(page), page);
    }
    copy(sources.resolve("terra-agent/src/main/sh/terra-router"), "share/router/terra-router");
    copy(sources.resolve("NOTICE"), "NOTICE");
  }

  private void templates() throws IOException {
    write("conf/agent.yaml.template", ConfigTemplate.agent(AgentConfigFile.keys()));
    write("conf/controller.yaml.template", ConfigTemplate.controller(ControllerConfig.keys()));
  }

  private void release(String version, String architecture) throws IOException, InterruptedException {
    write("RELEASE", "version=" + version + "\ncommit=" + commit() + "\narchitecture=" + architecture + "\n");
  }

  /**
   * Returns the commit of the sources, with a + where they have been changed since; "unknown" where they are not in a repository or git is
   * not installed.
   */
  private String commit() throws InterruptedException {
    try {
      Process git = new ProcessBuilder("git", "-C", sources.toString(), "describe", "--always", "--match=", "--abbrev=12", "--dirty=+")
          .redirectErrorStream(true).start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor() == 0 ? said : UNKNOWN_COMMIT;
    } catch (IOException e) { // git is not installed
      return UNKNOWN_COMMIT;
    }
  }

  /** Makes the product itself write its completion, which also shows that the product runs. */
  private void completion() throws IOException, InterruptedException {
    Path file = stage.resolve("share/completion/terra");
    Files.createDirectories(file.getParent());
    Process terra = new ProcessBuilder("sh", stage.resolve("bin/terra").toString(), "generate-completion")
        .redirectOutput(file.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).redirectInput(new File("/dev/null")).start();
    if (!terra.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || terra.exitValue() != 0) {
      terra.destroyForcibly();
      throw new IOException("terra generate-completion failed");
    }
  }

  private void copyAll(String from, String to) throws IOException {
    Path folder = sources.resolve(from);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        copy(file, to + "/" + folder.relativize(file));
      }
    }
  }

  private void copy(Path from, String place) throws IOException {
    Path to = stage.resolve(place);
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  private void write(String place, String text) throws IOException {
    Path to = stage.resolve(place);
    Files.createDirectories(to.getParent());
    Files.writeString(to, text);
  }

  private static void deleteAll(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
