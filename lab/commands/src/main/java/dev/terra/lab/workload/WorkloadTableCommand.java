package dev.terra.lab.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./terra workload table}: prints a row for each query of stored results. */
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    description = "Prints a Markdown table with a row for each query: on which engine it runs with the same rows under both shuffles, its "
        + "shuffles, and its bytes across sites.")
final class WorkloadTableCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders of results of `workload run`.")
  private List<Path> folders;

  @Override
  public Integer call() throws IOException {
    spec.commandLine().getOut().print(QueryTable.of(folders));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
