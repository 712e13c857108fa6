package dev.terra.cli.status;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code status --controller HOST:PORT}: prints what a running controller knows. */
@Command(name = "status", description = "Prints what a running controller knows.", mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
  @Mixin
  private StatusQuery query;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    return query.ask(StatusRequest.getDefaultInstance(), spec,
        status -> spec.commandLine().getOut().println(query.json() ? toJson(status) : StatusText.of(status)));
  }

  private static String toJson(Status status) throws InvalidProtocolBufferException {
    return JsonFormat.printer().alwaysPrintFieldsWithNoPresence().omittingInsignificantWhitespace().print(status);
  }
}
