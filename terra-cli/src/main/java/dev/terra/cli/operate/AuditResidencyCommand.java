package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code audit residency}: lists the bytes that took paths which the residency of their queues rules out. */
@Command(name = "residency", mixinStandardHelpOptions = true,
    description = "Lists all bytes that Terra sent on a path which the current residency rule of their queue excludes. Bytes on the "
        + "stock path are not counted.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:no bytes took such a path", "1:some did, and they are listed; or the controller refused or failed, as the last line "
        + "says", "2:the command line is wrong, and nothing was sent", "3:no controller answered",
        "4:the controller wants other credentials"})
public final class AuditResidencyCommand extends RestCommand {
  @Mixin
  private PeriodOptions period;

  private boolean crossed;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>();
    period.putInto(query);
    JsonNode answer = client.all("/residency/crossings", query);
    crossed = answer.path("total").asLong() > 0;
    return answer;
  }

  @Override
  ExitCode answered() {
    return crossed ? ExitCode.FOUND : ExitCode.DONE;
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    if (answer.path("total").asLong() == 0) {
      return "No bytes took a path that the residency rule of their queue excludes.";
    }
    TextTable table = new TextTable(paint, Column.text("AT"), Column.text("QUEUE"), Column.text("JOB"), Column.text("SHUFFLE"),
        Column.text("PATH"), Column.number("BYTES"));
    for (JsonNode row : answer.path("items")) {
      table.row(Show.text(row.path("at")), Show.text(row.path("queue")), Show.text(row.path("job")), Show.text(row.path("shuffle")),
          Show.text(row.path("path")), Show.text(row.path("bytes")));
    }
    return table.toString();
  }
}
