package dev.terra.cli.status;

import com.google.common.collect.ImmutableMap;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.terra.api.v1.Status;
import dev.terra.controller.StatusMessage;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Reply;
import dev.terra.rest.read.ViewFollower;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code GET /api/v1/report}: what {@code ./terra status} and {@code ./terra shuffles} print. */
public final class StatusEndpoint implements ApiModule {
  private final ViewFollower follower;

  /** The endpoint of one controller. */
  public StatusEndpoint(ViewFollower follower) {
    this.follower = follower;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/report").summary("All that a controller knows in one object, as terra status prints it.")
        .with(Parameter.flag("growth", "Also how shuffles grew, which is long."))
        .answersRaw(Object.class, call -> new Reply.Raw("application/json", report(call.flag("growth").orElse(false)), ImmutableMap.of())));
  }

  private Content report(boolean growth) {
    Status status = StatusMessage.of(follower.rows().view(), growth, follower.controller().insecure());
    return new Content(toJson(status).getBytes(StandardCharsets.UTF_8));
  }

  /** The fields of the message, those without a value too. */
  static String toJson(Status status) {
    try {
      return JsonFormat.printer().alwaysPrintFieldsWithNoPresence().omittingInsignificantWhitespace().print(status);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a status that cannot be printed", e);
    }
  }
}
