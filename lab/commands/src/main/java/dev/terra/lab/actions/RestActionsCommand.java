package dev.terra.lab.actions;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A hidden command that runs beside a testbed's controller, acts on the shuffles {@code small} and {@code large}, and
 * prints the outcomes as JSON.
 */
@Command(name = "rest-actions", hidden = true, description = "Acts on two running shuffles by REST.")
public final class RestActionsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--url", required = true, description = "where the controller is")
  private String url;

  @Option(names = "--token-file", required = true, description = "a file of tokens whose first one may write")
  private Path tokens;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String line = Files.readAllLines(tokens).get(0);
    ActionClient rest = new ActionClient(url, line.substring(line.lastIndexOf(' ') + 1));
    spec.commandLine().getOut().println(new ObjectMapper().writeValueAsString(new ActionRun(rest).run()));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
