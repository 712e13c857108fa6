package dev.terra.cli.simulate;

import dev.terra.core.wan.SiteId;
import dev.terra.sim.trace.Traces;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trace}: makes a trace from a seed, or rewrites one in Terra's own format. */
@Command(name = "trace", mixinStandardHelpOptions = true,
    description = "Writes a trace in Terra's own format: a generated one, or one that is read from another format.")
public final class TraceCommand implements Callable<Integer> {
  @Option(names = "--topology", paramLabel = "FILE", description = "the WAN, for generated traces")
  private @Nullable Path topology;

  @Option(names = "--from", required = true, paramLabel = "TRACE",
      description = "a trace file, or generate:jobs=100,load=0.9,shape=coflow|dag,gigabytes=10")
  private String from;

  @Option(names = "--sites", paramLabel = "SITE", split = ",", description = "the sites of a coflow benchmark's racks, in turns")
  private List<String> sites = List.of();

  @Option(names = "--seed", paramLabel = "SEED", defaultValue = "1", description = "the seed of generated traces")
  private long seed;

  @Option(names = "--out", paramLabel = "FILE", description = "the file to write; default: standard output")
  private @Nullable Path out;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    String text = Traces.toJson(from.startsWith(GeneratorSpec.PREFIX)
        ? GeneratorSpec.generate(Topologies.load(required()), GeneratorSpec.parse(from, seed))
        : Traces.load(Path.of(from), sites.stream().map(SiteId::new).toList()));
    if (out == null) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
    } else {
      Files.writeString(out, text);
    }
    return 0;
  }

  private Path required() {
    if (topology == null) {
      throw new IllegalArgumentException("a generated trace needs --topology");
    }
    return topology;
  }
}
