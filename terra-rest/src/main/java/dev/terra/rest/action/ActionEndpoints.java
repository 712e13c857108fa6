package dev.terra.rest.action;

import com.google.common.collect.Lists;
import dev.terra.controller.core.operate.OperatorCommand;
import dev.terra.controller.core.operate.OperatorCommand.AllowPath;
import dev.terra.controller.core.operate.OperatorCommand.CancelJob;
import dev.terra.controller.core.operate.OperatorCommand.CancelShuffle;
import dev.terra.controller.core.operate.OperatorCommand.DrainAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainLink;
import dev.terra.controller.core.operate.OperatorCommand.DrainOneAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainSite;
import dev.terra.controller.core.operate.OperatorCommand.PathsPerPair;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.view.ActionFigures;
import dev.terra.core.failure.Failures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkChoice;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Endpoint.Draft;
import dev.terra.rest.api.Listing;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.read.ViewFollower;
import dev.terra.rest.read.WanNames;
import dev.terra.schedule.path.PathRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The endpoints by which an operator changes what the controller does. */
public final class ActionEndpoints implements ApiModule {
  private static final Parameter SITE = Parameter.inPath("site", "The site's id.");

  private final ViewFollower follower;
  private final Actions actions;
  private final WanNames names;

  /** Creates the endpoints over one controller. */
  public ActionEndpoints(ViewFollower follower, Actions actions) {
    this.follower = follower;
    this.actions = actions;
    this.names = new WanNames(follower.controller().settings().wan());
  }

  @Override
  public List<Endpoint> endpoints() {
    List<Endpoint> all = new ArrayList<>(log());
    all.addAll(drains());
    all.addAll(paths());
    all.addAll(terms("/shuffles/{id}/terms", "a shuffle", "id", Scope.SHUFFLE));
    all.addAll(terms("/jobs/{id}/terms", "a job's shuffles", "id", Scope.JOB));
    all.addAll(terms("/queues/{name}/terms", "the shuffles of a queue's jobs", "name", Scope.QUEUE));
    all.add(command(Endpoint.post("/shuffles/{id}/cancel").with(Parameter.inPath("id", "The shuffle's id."))
            .summary("Stops the transfer of a shuffle: a submitted shuffle fails, and the readers of a job's own shuffle fetch directly."),
        ReasonRequest.class, (call, body) -> new CancelShuffle(shuffle(call.text("id"))), ReasonRequest::reason));
    all.add(command(Endpoint.post("/jobs/{id}/cancel").with(Parameter.inPath("id", "The job's id."))
            .summary("Stops the transfer of a job's submitted shuffles, which fail."),
        ReasonRequest.class, (call, body) -> new CancelJob(call.text("id")), ReasonRequest::reason));
    return all;
  }

  private List<Endpoint> log() {
    Draft undo = Endpoint.delete("/actions/{id}").summary("Takes an action back.").access(Access.ADMIN)
        .with(Parameter.inPath("id", "The action's id, such as a7.")).problems(409);
    return List.of(
        Endpoint.get("/actions").summary("Actions of operators, the newest first.")
            .with(Parameter.flag("inForce", "true: only actions that are in force; false: only the others."))
            .lists(ActionRow.class, this::all),
        Endpoint.get("/actions/{id}").summary("An action.").with(Parameter.inPath("id", "The action's id, such as a7."))
            .answers(ActionRow.class, call -> actions.row(find(call), null)),
        undo.answers(ActionRow.class, call -> actions.undo(call, undo, find(call).number())));
  }

  private Listing<ActionRow> all(Call call) {
    var rows = follower.rows();
    return new Listing<>(Lists.reverse(rows.view().operator().actions()).stream()
        .filter(action -> call.flag("inForce").map(wanted -> wanted == action.inForce()).orElse(true))
        .map(action -> actions.row(action, null)).toList(), rows.view().version(), rows.at());
  }

  private ActionFigures find(Call call) {
    return follower.rows().view().operator().actions().stream().filter(action -> ("a" + action.number()).equals(call.text("id")))
        .findFirst().orElseThrow(() -> Problem.notFound(
            "no action '" + call.text("id") + "' is remembered; GET /api/v1/actions lists them"));
  }

  private List<Endpoint> drains() {
    Parameter agent = Parameter.inPath("agent", "Its name.");
    return List.of(
        command(Endpoint.post("/links/{link}/drain").with(WanNames.LINK)
                .summary("Takes a link out of use: nothing is planned over it; its tunnels stay open."),
            ReasonRequest.class, (call, body) -> link(call, true), ReasonRequest::reason),
        command(Endpoint.post("/links/{link}/restore").with(WanNames.LINK).summary("Takes a link back into use."),
            ReasonRequest.class, (call, body) -> link(call, false), ReasonRequest::reason),
        command(Endpoint.post("/sites/{site}/drain").with(SITE)
                .summary("Takes a site out of use as a relay; traffic from and to the site goes on."),
            ReasonRequest.class, (call, body) -> new DrainSite(site(call), true), ReasonRequest::reason),
        command(Endpoint.post("/sites/{site}/restore").with(SITE).summary("Lets a site relay again."),
            ReasonRequest.class, (call, body) -> new DrainSite(site(call), false), ReasonRequest::reason),
        command(Endpoint.post("/agents/{site}/drain").with(SITE)
                .summary("Takes a site's agents out of use: nothing is planned from, to or through them, and shuffles of the site take the "
                    + "stock path."),
            ReasonRequest.class, (call, body) -> new DrainAgent(site(call), true), ReasonRequest::reason),
        command(Endpoint.post("/agents/{site}/restore").with(SITE).summary("Takes a site's agents back into use."),
            ReasonRequest.class, (call, body) -> new DrainAgent(site(call), false), ReasonRequest::reason),
        command(Endpoint.post("/agents/{site}/{agent}/drain").with(SITE, agent)
                .summary("Takes an agent out of use: the other agents of its site do its part."),
            ReasonRequest.class, (call, body) -> new DrainOneAgent(agent(call), true), ReasonRequest::reason),
        command(Endpoint.post("/agents/{site}/{agent}/restore").with(SITE, agent).summary("Takes an agent back into use: it does its part "
            + "again."),
            ReasonRequest.class, (call, body) -> new DrainOneAgent(agent(call), false), ReasonRequest::reason));
  }

  private List<Endpoint> paths() {
    Draft reset = Endpoint.delete("/settings/paths-per-pair").summary("Sets the number of paths for each pair of sites back to the "
        + "configured one.")
        .access(Access.ADMIN);
    return List.of(
        command(Endpoint.post("/paths/forbid").summary("Forbids a path: agents close its tunnel, and path sets are computed without it."),
            PathRequest.class, (call, body) -> new AllowPath(path(body), false), PathRequest::reason),
        command(Endpoint.post("/paths/allow").summary("Allows a path again."),
            PathRequest.class, (call, body) -> new AllowPath(path(body), true), PathRequest::reason),
        command(Endpoint.put("/settings/paths-per-pair").summary("Sets how many paths each pair of sites has."),
            PathsPerPairRequest.class, (call, body) -> paths(body.pathsPerPair()), PathsPerPairRequest::reason),
        reset.answers(ActionRow.class, call -> actions.act(call, reset, new PathsPerPair(OptionalInt.empty()), null)));
  }

  private List<Endpoint> terms(String path, String what, String name, Scope scope) {
    Parameter id = Parameter.inPath(name, "Its name.");
    Draft reset = Endpoint.delete(path).with(id).anyName().summary("Takes back what operators said of the terms of " + what + ".")
        .access(Access.ADMIN);
    Draft change = Endpoint.patch(path).with(id).summary("Changes weight, priority or deadline of " + what + ".");
    return List.of(
        command(scope == Scope.QUEUE ? change.anyName() : change,
            TermsRequest.class, (call, body) -> new SetTerms(scope, call.text(name), terms(scope, body)), TermsRequest::reason),
        reset.answers(ActionRow.class,
            call -> actions.act(call, reset, new SetTerms(scope, call.text(name), PartialTerms.NONE), null)));
  }

  private <T> Endpoint command(Draft draft, Class<T> body, BiFunction<Call, T, OperatorCommand> command, Function<T, String> reason) {
    return draft.access(Access.ADMIN).takes(body).answers(ActionRow.class, call -> {
      T given = call.body(body);
      return actions.act(call, draft, command.apply(call, given), reason.apply(given));
    });
  }

  private OperatorCommand link(Call call, boolean drained) {
    LinkChoice link = names.link(call);
    return new DrainLink(link.link(), link.bothDirections(), drained);
  }

  private static SiteId site(Call call) {
    return checked("site", () -> new SiteId(call.text("site")), 404);
  }

  private static AgentId agent(Call call) {
    SiteId site = site(call);
    return checked("agent", () -> new AgentId(site, call.text("agent")), 404);
  }

  private static ShuffleId shuffle(String id) {
    return checked("id", () -> new ShuffleId(id), 404);
  }

  private Path path(PathRequest body) {
    if (body.path() == null) {
      throw Problem.badParameter("path", "expected a path, such as NY:LA:BA");
    }
    return names.path("path", body.path());
  }

  private static PathsPerPair paths(int count) {
    if (count < 1 || count > PathRules.MAX_PATHS) {
      throw Problem.badParameter("pathsPerPair", "expected 1 to " + PathRules.MAX_PATHS + " paths, got " + count);
    }
    return new PathsPerPair(OptionalInt.of(count));
  }

  private static <T> T checked(String parameter, Supplier<T> value, int status) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw status == 404 ? Problem.notFound(Failures.inWords(e)) : Problem.badParameter(parameter, Failures.inWords(e));
    }
  }

  private PartialTerms terms(Scope scope, TermsRequest body) {
    if (Stream.of(body.weight(), body.priority(), body.deadlineAt(), body.deadlineSeconds()).allMatch(Objects::isNull)) {
      throw Problem.badParameter("weight", "expected a weight, a priority or a deadline; DELETE removes what operators have set");
    }
    OptionalDouble deadline = deadline(body);
    if (scope == Scope.QUEUE && deadline.isPresent()) {
      throw Problem.badParameter("deadlineAt", "a queue has no deadline; give it to its shuffles or jobs");
    }
    return checked("weight", () -> new PartialTerms(body.weight() == null ? OptionalDouble.empty() : OptionalDouble.of(body.weight()),
        body.priority() == null ? OptionalInt.empty() : OptionalInt.of(body.priority()), deadline), 400);
  }

  /** Returns the deadline on the controller's clock, in seconds since it started; empty if the request has none. */
  private OptionalDouble deadline(TermsRequest body) {
    if (body.deadlineAt() != null && body.deadlineSeconds() != null) {
      throw Problem.badParameter("deadlineAt", "expected deadlineAt or deadlineSeconds, got both");
    } else if (body.deadlineAt() != null) {
      return OptionalDouble.of((double) Duration.between(follower.controller().startedAt(), body.deadlineAt()).toSeconds());
    } else if (body.deadlineSeconds() != null) {
      return OptionalDouble.of(follower.uptimeSeconds() + body.deadlineSeconds());
    }
    return OptionalDouble.empty();
  }
}
