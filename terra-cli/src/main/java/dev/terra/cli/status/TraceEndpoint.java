package dev.terra.cli.status;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.StatusMessage;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Reply;
import dev.terra.rest.read.ViewFollower;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code GET /api/v1/trace}: the trace that {@code ./terra shuffles --trace} writes. */
public final class TraceEndpoint implements ApiModule {
  private final ViewFollower follower;

  /** Makes the endpoint of one controller. */
  public TraceEndpoint(ViewFollower follower) {
    this.follower = follower;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/trace").summary("The shuffles as a trace that the simulator replays.")
        .answersRaw(Object.class, call -> new Reply.Raw("application/json", trace(),
            ImmutableMap.of("Content-Disposition", "attachment; filename=\"terra-trace.json\""))));
  }

  private Content trace() {
    String json = TraceExport.toJson(StatusMessage.of(follower.rows().view(), true, follower.controller().insecure()));
    return new Content(json.getBytes(StandardCharsets.UTF_8));
  }
}
