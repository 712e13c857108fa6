package dev.terra.cli.status;

import dev.terra.api.v1.StatusRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code shuffles}: prints every job's shuffle as a running controller sees it. */
@Command(name = "shuffles", mixinStandardHelpOptions = true,
    description = {
      "Prints every job's shuffle as a running controller sees it: bundles, bytes expected, sent and left, Gamma, rates, state.",
      "Sizes are those of the map outputs' indexes: same-site + not placed + all bundles' bytes = what was produced."
    })
public final class ShufflesCommand implements Callable<Integer> {
  @Mixin
  private StatusQuestion query;

  @Option(names = "--export", paramLabel = "FILE", description = "also write the shuffles as a trace for simulate")
  private @Nullable Path export;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    return query.ask(StatusRequest.newBuilder().setGrowth(export != null).build(), spec, status -> {
      spec.commandLine().getOut().println(query.json() ? ShufflesJson.of(status).toString() : ShuffleView.text(status));
      if (export != null) {
        Files.writeString(export, TraceExport.toJson(status));
      }
    });
  }
}
