package dev.terra.lab.schedule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.Wan;
import dev.terra.lab.command.LabCommand;
import dev.terra.topology.RandomTopology;
import dev.terra.topology.Topologies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench schedule}: measures how fast rounds and events are, compared with OR-Tools on the same programmes. */
@Command(
    name = "schedule",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the scheduling core, after a warm-up, next to OR-Tools on the same linear programmes.",
      "A round is policy terra over new shuffles, everything solved cold (only paths are cached).",
      "An event is an arrival or a completion among the active shuffles, policy terra-plus, incremental."
    })
public final class BenchScheduleCommand extends LabCommand {
  private static final Pattern RANDOM = Pattern.compile("(\\d{1,5}):(\\d{1,7})");

  @Option(names = "--topology", defaultValue = "topologies/att.yaml", paramLabel = "FILE|N:M",
      description = "A WAN file, or N sites and M links at random.")
  private String topology;

  @Option(names = "--shuffles", defaultValue = "30", paramLabel = "N", description = "Shuffles of a round (default 30).")
  private int shuffles;

  @Option(names = "--active", paramLabel = "N", description = "Active shuffles during events (default: as --shuffles).")
  private Integer active;

  @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "Seed of WAN and shuffles (default 1).")
  private long seed;

  @Option(names = "--k", defaultValue = "10", paramLabel = "N", description = "Paths per pair of sites (default 10).")
  private int k;

  @Option(names = "--seconds", defaultValue = "20", paramLabel = "S",
      description = "About how long to measure; each kind is measured at least a few times (default 20).")
  private double seconds;

  @Option(names = "--dump", paramLabel = "DIR", description = "Write WAN, instances and schedules of rounds there.")
  private Path dump;

  @Option(names = "--check", paramLabel = "N",
      description = "Instead of measuring, check N random programmes and their schedules against OR-Tools; exit code 1 on a fault.")
  private Integer check;

  @Override
  public Integer call() throws JsonProcessingException {
    if (shuffles < 1 || (active != null && active < 1) || !(seconds > 0)) {
      throw new IllegalArgumentException("expected --shuffles, --active and --seconds to be above 0");
    }
    if (check != null) {
      ScheduleCheck checker = new ScheduleCheck(wan(), seed, k);
      ObjectNode result = checker.run(check);
      return report(result, checker.passed(), BenchScheduleCommand::print);
    }
    ScheduleBenchmark benchmark = new ScheduleBenchmark(wan(), seed, k, (long) (seconds * 1e9));
    ObjectNode result = benchmark.run(shuffles, active == null ? shuffles : active, Optional.ofNullable(dump));
    return report(result, true, BenchScheduleCommand::print);
  }

  private Wan wan() {
    Matcher random = RANDOM.matcher(topology);
    return random.matches()
        ? RandomTopology.generate(Integer.parseInt(random.group(1)), Integer.parseInt(random.group(2)), seed)
        : Topologies.load(Path.of(topology));
  }

  private static void print(PrintWriter out, ObjectNode result) {
    result.properties().forEach(field -> {
      if (field.getValue().isObject()) {
        out.printf(Locale.ROOT, "%-28s p50 %10.3f  p95 %10.3f  (%d samples)%n", field.getKey(),
            field.getValue().path("p50").asDouble(Double.NaN), field.getValue().path("p95").asDouble(Double.NaN),
            field.getValue().path("samples").asInt());
      } else {
        out.printf(Locale.ROOT, "%-28s %s%n", field.getKey(), field.getValue().asText());
      }
    });
  }
}
