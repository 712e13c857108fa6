package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code cancel shuffle|job ID}: ends what Terra carries of a shuffle or a job. */
@Command(name = "cancel", mixinStandardHelpOptions = true,
    description = {"Stops the transfer of a shuffle, or of the submitted shuffles of a job. This cannot be taken back.",
        "A submitted shuffle fails; the readers of a job's own shuffle fetch directly."})
public final class CancelCommand extends ActionCommand {
  /** The kinds of targets. */
  enum Kind {
    SHUFFLE,
    JOB
  }

  @Parameters(index = "0", paramLabel = "shuffle|job", description = "the kind of the target")
  private Kind kind;

  @Parameters(index = "1", paramLabel = "ID", description = "the target's id, as terra shuffles and terra jobs print it")
  private String id;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    return post(client, "/" + kind.name().toLowerCase(Locale.ROOT) + "s/" + RestClient.escape(id) + "/cancel", body());
  }
}
