package dev.terra.cli.topology;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Wan;
import dev.terra.topology.ReadingNotes;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code topology check}: reads topology files, or all files of a folder, and reports which of them can be used. */
@Command(name = "check", mixinStandardHelpOptions = true,
    description = {
      "Reads topology files. Prints for each file what it contains and what was odd in it, or why it is refused.",
      "A WAN may consist of parts that are not connected. Exit code 1 if a file is refused."
    })
final class TopologyCheckCommand implements Callable<Integer> {
  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".gml");

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "files, or folders whose .yaml, .yml and .gml files are read")
  private List<Path> paths;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Spec
  private CommandSpec spec;

  /** The result for a file: the WAN and what was odd, or why there is no WAN. */
  private record Row(Path file, @Nullable Wan wan, String notes, String problem) {
    static Row of(Path file) {
      ReadingNotes notes = new ReadingNotes();
      try {
        return new Row(file, Topologies.loadIslands(file, notes), notes.summary(), "");
      } catch (ConfigException e) {
        return new Row(file, null, "", Failures.inWords(e));
      }
    }

    boolean isLoaded() {
      return wan != null;
    }
  }

  @Override
  public Integer call() throws IOException {
    List<Row> rows = new ArrayList<>();
    PrintWriter out = spec.commandLine().getOut();
    for (Path file : files()) {
      Row row = Row.of(file);
      rows.add(row);
      if (!json) {
        out.println(text(row));
      }
    }
    long refused = rows.stream().filter(row -> !row.isLoaded()).count();
    if (json) {
      out.println(json(rows));
    } else if (rows.size() > 1) {
      out.printf(Locale.ROOT, "%d loaded, %d refused%n", rows.size() - refused, refused);
    }
    out.flush();
    return refused == 0 ? 0 : 1;
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        try (Stream<Path> inside = Files.list(path)) {
          List<Path> found = inside.filter(TopologyCheckCommand::isTopology).sorted().toList();
          if (found.isEmpty()) {
            throw new ConfigException(path, 0, "expected a folder with files that end in one of " + ENDINGS + ", got none");
          }
          files.addAll(found);
        }
      } else {
        files.add(path);
      }
    }
    return files;
  }

  private static boolean isTopology(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  private static String text(Row row) {
    Wan wan = row.wan();
    return wan == null ? "refused: " + row.problem()
        : String.format(Locale.ROOT, "%s: %d sites, %d links of %.3f Gbit/s together%s%s", row.file(), wan.sites().size(),
            wan.links().size(), gigabitsPerSecond(wan), caps(wan), row.notes().isEmpty() ? "" : " (" + row.notes() + ")");
  }

  private static double gigabitsPerSecond(Wan wan) {
    return wan.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).sum() * Byte.SIZE / 1e9;
  }

  private static String caps(Wan wan) {
    return wan.caps().stream().map(cap -> ", " + cap + " " + wan.capacity(cap).orElseThrow()).collect(Collectors.joining());
  }

  private static ObjectNode json(List<Row> rows) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("loaded", rows.stream().filter(Row::isLoaded).count());
    root.put("refused", rows.stream().filter(row -> !row.isLoaded()).count());
    ArrayNode files = root.putArray("files");
    for (Row row : rows) {
      ObjectNode node = files.addObject().put("file", row.file().toString()).put("loaded", row.isLoaded());
      Wan wan = row.wan();
      if (wan == null) {
        node.put("problem", row.problem());
      } else {
        node.put("sites", wan.sites().size()).put("links", wan.links().size())
            .put("gigabitsPerSecond", gigabitsPerSecond(wan)).put("notes", row.notes());
        ObjectNode caps = node.putObject("capsBytesPerSecond");
        wan.caps().forEach(cap -> caps.put(cap.toString(), wan.capacity(cap).orElseThrow().bytesPerSecond()));
      }
    }
    return root;
  }
}
