package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.config.ConfigException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code priority shuffle|job|queue ID}: sets how important a target is. */
@Command(name = "priority", mixinStandardHelpOptions = true,
    description = "Sets the priority, weight or deadline of a shuffle, a job or a queue. --clear removes what operators have set.")
public final class PriorityCommand extends ActionCommand {
  /** The kinds of targets. */
  enum Kind {
    SHUFFLE,
    JOB,
    QUEUE
  }

  @Parameters(index = "0", paramLabel = "shuffle|job|queue", description = "the kind of the target")
  private Kind kind;

  @Parameters(index = "1", paramLabel = "ID", description = "the id of the shuffle or job, or the name of the queue")
  private String id;

  @Option(names = "--priority", paramLabel = "N", description = "-100 to 100. Higher priorities are served before all lower ones; the "
      + "default is 0")
  private @Nullable Integer priority;

  @Option(names = "--weight", paramLabel = "W", description = "0.001 to 1000. Among shuffles of one priority, the one with the least "
      + "Gamma / weight goes first; the default is 1")
  private @Nullable Double weight;

  @Option(names = "--deadline", paramLabel = "SECONDS", description = "the deadline in seconds from now; not for a queue")
  private @Nullable Double deadlineSeconds;

  @Option(names = "--clear", description = "remove what operators have set")
  private boolean clear;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    boolean nothing = priority == null && weight == null && deadlineSeconds == null;
    if (nothing != clear) {
      throw new ConfigException("expected --priority, --weight or --deadline, or else --clear");
    }
    String path = "/" + kind.name().toLowerCase(Locale.ROOT) + "s/" + RestClient.escape(id) + "/terms";
    return clear ? client.send("DELETE", path, null) : client.send("PATCH", path, terms());
  }

  private ObjectNode terms() {
    ObjectNode terms = body();
    if (priority != null) {
      terms.put("priority", priority);
    }
    if (weight != null) {
      terms.put("weight", weight);
    }
    if (deadlineSeconds != null) {
      terms.put("deadlineSeconds", deadlineSeconds);
    }
    return terms;
  }
}
