package dev.terra.cli.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.ConnectionOptions;
import dev.terra.cli.operate.RestClient;
import dev.terra.cli.operate.RestFailure;
import dev.terra.core.failure.Failures;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code check}: reports what in configuration files does not fit this host, the other files, or the processes that they name; it changes
 * nothing.
 */
@Command(name = "check", mixinStandardHelpOptions = true, exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:nothing is wrong, warnings apart", "1:something is wrong", "2:the command line is wrong",
        "3:no controller answered (--cluster)", "4:the controller wants other credentials (--cluster)"},
    description = "Compares configuration files with this host and with the processes that they name, and changes nothing. Prints a line "
        + "for each finding: where it is, what it is, and what to do.")
public final class CheckCommand implements Callable<Integer> {
  private static final List<String> NAMES = List.of("controller.yaml", "agent.yaml");

  @Option(names = "--config", paramLabel = "FILE",
      description = "a controller's or an agent's file, a topology, or a NodeManager's yarn-site.xml, any number of them; default: "
          + "controller.yaml and agent.yaml in $TERRA_CONF, in conf beside bin, or in /etc/terra")
  private List<Path> files = List.of();

  @Option(names = "--hadoop", paramLabel = "DIR", description = "Hadoop's folder, for a yarn-site.xml; default: $HADOOP_HOME")
  private @Nullable Path hadoop;

  @Option(names = "--offline", description = "connect to no other process")
  private boolean offline;

  @Option(names = "--strict", description = "exit with 1 for warnings, too")
  private boolean strict;

  @Option(names = "--quiet", description = "print errors only, no warnings and no summary")
  private boolean quiet;

  @Option(names = "--cluster",
      description = "ask the controller instead: which agents and nodes are missing, which versions run, which nodes take the stock path "
          + "and why, which links are slower than the topology says, and where packets lose the marks of latency classes")
  private boolean cluster;

  @Mixin
  private ConnectionOptions connection;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    List<Path> checked = cluster ? List.of() : files.isEmpty() ? usual() : files;
    try {
      return tell(checked, cluster ? ofCluster() : ofFiles(checked));
    } catch (RestFailure e) {
      spec.commandLine().getErr().println("check: " + Failures.inWords(e));
      return e.exitCode().number();
    }
  }

  private List<Finding> ofFiles(List<Path> checked) {
    Optional<Path> home = Optional.ofNullable(hadoop).or(() -> Optional.ofNullable(System.getenv("HADOOP_HOME")).map(Path::of));
    ConfigCheck check = new ConfigCheck(offline, home.orElse(null), Instant.now());
    return checked.stream().flatMap(file -> check.of(file).stream()).distinct().toList();
  }

  private List<Finding> ofCluster() throws RestFailure {
    Map<String, String> all = Map.of("limit", "1000");
    try (RestClient client = connection.open(System.getenv())) {
      return ClusterCheck.of(
          client.get("/agents", all), client.get("/handlers", all), client.get("/links", all), client.get("/tunnels", all));
    }
  }

  private int tell(List<Path> checked, List<Finding> all) {
    List<Finding> findings = all.stream().filter(finding -> finding.isError() || !quiet).toList();
    PrintWriter out = spec.commandLine().getOut();
    boolean fine = findings.stream().noneMatch(finding -> finding.isError() || strict);
    if (connection.json()) {
      out.println(json(checked, findings, fine));
    } else {
      findings.forEach(finding -> out.println(finding.line()));
      summary(out, checked, findings);
    }
    out.flush();
    return fine ? 0 : 1;
  }

  private void summary(PrintWriter out, List<Path> checked, List<Finding> findings) {
    if (!quiet) {
      long errors = findings.stream().filter(Finding::isError).count();
      out.printf(Locale.ROOT, "%s checked: %d errors, %d warnings%n", cluster ? "the cluster" : checked.size() + " files", errors,
          findings.size() - errors);
    }
  }

  private static ObjectNode json(List<Path> checked, List<Finding> findings, boolean fine) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("fine", fine);
    ArrayNode names = root.putArray("files");
    checked.forEach(file -> names.add(file.toString()));
    ArrayNode rows = root.putArray("findings");
    findings.forEach(finding -> rows.addObject().put("severity", finding.severity().name().toLowerCase(Locale.ROOT))
        .put("file", finding.file()).put("key", finding.key()).put("problem", finding.problem()).put("cure", finding.cure()));
    return root;
  }

  private List<Path> usual() {
    List<Path> folders = Stream.of(System.getenv("TERRA_CONF"), System.getProperty("terra.home") + "/conf", "/etc/terra")
        .filter(name -> name != null).map(Path::of).filter(Files::isDirectory).toList();
    List<Path> found = folders.stream().map(folder -> NAMES.stream().map(folder::resolve).filter(Files::exists).toList())
        .filter(list -> !list.isEmpty()).findFirst().orElse(List.of());
    if (found.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "there is no controller.yaml and no agent.yaml in " + folders
          + "; name one with --config");
    }
    return found;
  }
}
