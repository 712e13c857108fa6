package dev.terra.rest;

import com.google.common.collect.ImmutableMap;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Listing;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Reply;
import dev.terra.rest.audit.AuditLog;
import dev.terra.rest.audit.AuditRow;
import dev.terra.rest.read.Snapshots;
import dev.terra.rest.read.ViewFollower;
import dev.terra.rest.read.ViewRows;
import dev.terra.rest.rows.SnapshotRow;
import dev.terra.rest.rows.WhoAmIRow;
import java.util.List;
import java.util.function.Supplier;

/** The endpoints of the server itself. */
final class ServerEndpoints implements ApiModule {
  private final ViewFollower follower;
  private final Snapshots snapshots;
  private final AuditLog audit;
  private final boolean readsOpen;
  private final Supplier<Content> document;

  /** Creates the endpoints. The document of all endpoints is made at the first request for it. */
  ServerEndpoints(ViewFollower follower, Snapshots snapshots, AuditLog audit, boolean readsOpen, Supplier<Content> document) {
    this.follower = follower;
    this.snapshots = snapshots;
    this.audit = audit;
    this.readsOpen = readsOpen;
    this.document = document;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/openapi.json").summary("The description of this interface, an OpenAPI document.").access(Access.NONE)
            .answersRaw(Object.class, call -> new Reply.Raw("application/json", document.get(), ImmutableMap.of())),
        Endpoint.get("/whoami").summary("The caller, as the server has identified it.").access(Access.NONE)
            .answers(WhoAmIRow.class, this::who),
        Endpoint.get("/snapshot").summary("All that a dashboard shows first.")
            .answersEncoded(SnapshotRow.class, call -> snapshots.encoded()),
        Endpoint.get("/stream").summary("Server-sent events: a snapshot, then the changes, once a second.")
            .with(Parameter.text("lastEventId", "The id of the last message that the client received; same as the header Last-Event-ID."))
            .problems(429).streams(SnapshotRow.class),
        Endpoint.get("/audit").summary("The newest lines of the audit log, newest first.").access(Access.ADMIN)
            .lists(AuditRow.class, this::audit));
  }

  private WhoAmIRow who(Call call) {
    return new WhoAmIRow(call.caller().name(), call.caller().access().id(), readsOpen, "token");
  }

  private Listing<AuditRow> audit(Call call) {
    ViewRows rows = follower.rows();
    return new Listing<>(audit.newest(), rows.view().version(), rows.at());
  }
}
