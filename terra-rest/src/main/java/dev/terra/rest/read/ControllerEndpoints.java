package dev.terra.rest.read;

import com.google.common.collect.Lists;
import com.google.common.collect.Streams;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.controller.core.queue.QueueSource;
import dev.terra.controller.view.EventKind;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Listing;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.rows.EventRow;
import dev.terra.rest.rows.RerouteRow;
import dev.terra.rest.rows.RoundRow;
import dev.terra.rest.rows.SettingsRow;
import dev.terra.rest.rows.SettingsRow.QueueTermsRow;
import dev.terra.rest.rows.StatusRow;
import dev.terra.rest.rows.VersionsRow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/** Endpoints about the controller itself: status, events, rounds, re-routings, settings, versions. */
public final class ControllerEndpoints implements ApiModule {
  private static final long MOST_NUMBER = Long.MAX_VALUE;

  private final ViewFollower follower;
  private final String version;
  private final IntSupplier viewers;

  /**
   * Creates the endpoints over one controller.
   *
   * @param version Terra's version
   * @param viewers returns how many viewers receive live updates
   */
  public ControllerEndpoints(ViewFollower follower, String version, IntSupplier viewers) {
    this.follower = follower;
    this.version = version;
    this.viewers = viewers;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/status").summary("The controller's main figures.")
            .answers(StatusRow.class, call -> follower.rows().status(viewers.getAsInt())),
        Endpoint.get("/events").summary("Events, the newest first unless the request has another order.")
            .with(Parameter.whole("after", "Only events with higher numbers.", 0, MOST_NUMBER, 0),
                Parameter.oneOf("kind", "Only events of this kind.",
                    Stream.of(EventKind.values()).map(EventKind::id).toArray(String[]::new)),
                Parameter.oneOf("severity", "Only events of this severity.", "info", "warning", "error"),
                Parameter.text("target", "Only events with this target."),
                Parameter.oneOf("order", "The order of the items.", "asc", "desc"))
            .lists(EventRow.class, this::events),
        Endpoint.get("/rounds").summary("The latest scheduling rounds, the newest first.").lists(RoundRow.class, this::rounds),
        Endpoint.get("/reroutes").summary("The latest re-routings without their bundles, the newest first.")
            .lists(RerouteRow.class, call -> follower.rows().listing(newestFirst(follower.reroutes())
                .stream().map(RerouteRow::brief).toList())),
        Endpoint.get("/reroutes/{number}").summary("A re-routing, with the rates before and after.")
            .with(Parameter.inPath("number", "Its number.")).answers(RerouteRow.class, this::reroute),
        Endpoint.get("/settings").summary("The controller's settings.").answers(SettingsRow.class, call -> settings()),
        Endpoint.get("/versions").summary("The versions of the controller's software.").answers(VersionsRow.class, call -> versions()));
  }

  private Listing<EventRow> events(Call call) {
    ViewRows rows = follower.rows();
    List<EventRow> oldestFirst = rows.view().events().after(call.whole("after")).stream()
        .filter(event -> call.find("kind").map(event.kind().id()::equals).orElse(true))
        .filter(event -> call.find("severity").map(event.kind().severity().name()::equalsIgnoreCase).orElse(true))
        .filter(event -> call.find("target").map(event.target()::equals).orElse(true)).map(rows::event).toList();
    return rows.listing(call.find("order").map("asc"::equals).orElse(false) ? oldestFirst : newestFirst(oldestFirst));
  }

  private static <T> List<T> newestFirst(List<T> oldestFirst) {
    return Lists.reverse(oldestFirst);
  }

  private Listing<RoundRow> rounds(Call call) {
    return follower.rows().listing(newestFirst(follower.rounds()));
  }

  private RerouteRow reroute(Call call) {
    return follower.reroutes().stream().filter(row -> Long.toString(row.number()).equals(call.text("number"))).findFirst()
        .orElseThrow(() -> Problem.notFound("no re-routing " + call.text("number") + " is remembered; GET /api/v1/reroutes lists them"));
  }

  private SettingsRow settings() {
    var settings = follower.controller().settings();
    var operator = follower.rows().view().operator();
    Map<String, QueueTermsRow> queues = new TreeMap<>();
    settings.queues().terms().forEach((name, terms) -> queues.put(name, new QueueTermsRow(
        terms.weight().isPresent() ? terms.weight().getAsDouble() : null,
        terms.priority().isPresent() ? terms.priority().getAsInt() : null)));
    return new SettingsRow(follower.controller().policy(), follower.rows().driver(), operator.rules().maxPaths(),
        settings.network().rules().maxPaths(), settings.network().use().planEfficiency(), settings.network().use().keptForJobs(),
        settings.leaseMillis(), queues, settings.queues().source().map(QueueSource::addresses).orElse(List.of()),
        operator.rules().forbiddenLinks().stream().map(LinkId::toString).sorted().toList(),
        operator.rules().forbiddenPaths().stream().map(ShuffleRows::sites).toList(),
        operator.drainedLinks().stream().map(LinkId::toString).toList(), names(operator.drainedSites()), names(operator.drainedAgents()));
  }

  private static List<String> names(Iterable<SiteId> sites) {
    return Streams.stream(sites).map(SiteId::name).toList();
  }

  private VersionsRow versions() {
    return new VersionsRow(version, "v1", System.getProperty("java.version"), System.getProperty("os.name") + " "
        + System.getProperty("os.version"), ProtocolVersions.CONTROL.newest(), follower.rows().session(),
        follower.controller().startedAt());
  }
}
