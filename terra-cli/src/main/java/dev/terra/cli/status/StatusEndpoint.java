package dev.terra.cli.status;

import com.google.common.collect.ImmutableMap;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import dev.terra.controller.NetworkReport;
import dev.terra.controller.StatusMessage;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Reply;
import dev.terra.rest.read.ViewFollower;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code GET /api/v1/report} and {@code /network}: the data that {@code terra status}, {@code shuffles} and {@code network status} print.
 */
public final class StatusEndpoint implements ApiModule {
  private final ViewFollower follower;

  /** Makes the endpoint of one controller. */
  public StatusEndpoint(ViewFollower follower) {
    this.follower = follower;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/network").summary("How tunnels follow their paths, as terra network status prints it.")
        .answersRaw(Object.class, call -> new Reply.Raw("application/json", json(NetworkReport.of(follower.rows().view(),
            follower.controller().settings().network().driver())), ImmutableMap.of())),
        Endpoint.get("/report").summary("All that a controller knows in one object, as terra status prints it.")
        .with(Parameter.flag("growth", "Also how shuffles grew, which is long."))
        .answersRaw(Object.class, call -> new Reply.Raw("application/json", report(call.flag("growth").orElse(false)), ImmutableMap.of())));
  }

  private Content report(boolean growth) {
    return json(StatusMessage.of(follower.rows().view(), growth, follower.controller().insecure()));
  }

  private static Content json(MessageOrBuilder message) {
    return new Content(toJson(message).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the fields of the message as JSON, including those without a value. */
  static String toJson(MessageOrBuilder status) {
    try {
      return JsonFormat.printer().alwaysPrintFieldsWithNoPresence().omittingInsignificantWhitespace().print(status);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a status that cannot be printed", e);
    }
  }
}
