package dev.terra.rest.explain;

import dev.terra.controller.view.Conditions;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.WanResource;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.explain.ExplanationRow.BundlePathsRow;
import dev.terra.rest.explain.ExplanationRow.ContenderRow;
import dev.terra.rest.explain.ExplanationRow.FinishRow;
import dev.terra.rest.explain.ExplanationRow.LimitRow;
import dev.terra.rest.explain.ExplanationRow.PathUseRow;
import dev.terra.rest.explain.ExplanationRow.PlaceRow;
import dev.terra.rest.explain.ExplanationRow.RemedyRow;
import dev.terra.rest.read.ShuffleIds;
import dev.terra.rest.read.ViewFollower;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.explain.Explainer;
import dev.terra.schedule.explain.Explanation;
import dev.terra.schedule.explain.LimitingLink;
import dev.terra.schedule.explain.ScheduledRound;
import dev.terra.schedule.policy.PolicyScheduler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The endpoint that explains a shuffle. */
public final class ExplainEndpoints implements ApiModule {
  /** The most explanations at once. Each takes up to a second of a core, which the controller needs for its own work. */
  private static final int AT_ONCE = 1;
  private static final int RETRY_SECONDS = 2;
  private static final int USUAL_PERCENT = 10;

  private final ViewFollower follower;
  private final Semaphore free = new Semaphore(AT_ONCE);

  /** Creates the endpoint over one controller. */
  public ExplainEndpoints(ViewFollower follower) {
    this.follower = follower;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/shuffles/{id}/explanation")
        .summary("Why a shuffle has its place and its paths, what limits it, when it will be done, and what would make it faster.")
        .with(Parameter.inPath("id", "Its id."),
            Parameter.whole("wider", "By how many percent the capacities of links would grow.", 1, (long) Explainer.MOST_PERCENT,
                USUAL_PERCENT))
        .problems(409, 429).answers(ExplanationRow.class, this::explain));
  }

  private ExplanationRow explain(Call call) {
    ShuffleId id = ShuffleIds.of(call.text("id"));
    ScheduledRound round = follower.controller().lastRound().filter(last -> last.demand(id).isPresent()).orElseThrow(() -> unplanned(id));
    if (!free.tryAcquire()) {
      throw Problem.later(429, "another shuffle is being explained", RETRY_SECONDS);
    }
    try {
      return explain(round, id, call.whole("wider"));
    } finally {
      free.release();
    }
  }

  /** Returns the problem that describes why there is nothing to explain. */
  private Problem unplanned(ShuffleId id) {
    ControllerView view = follower.rows().view();
    ShuffleFigures ended = view.ended().get(id);
    ShuffleFigures running = view.running().get(id);
    if (running != null) {
      return Problem.of(409, "nothing is planned for shuffle " + id + ": " + new Conditions(view).whyUnplanned(running));
    }
    return ended == null ? Problem.notFound("no shuffle '" + id + "' is running or remembered; /shuffles lists those that are")
        : Problem.of(409, "shuffle " + id + ended.failure().map(why -> " has failed: " + why).orElse(" is over"));
  }

  private ExplanationRow explain(ScheduledRound round, ShuffleId id, long percent) {
    Explainer explainer = new Explainer(round, PolicyScheduler.solver(SolverName.FAST));
    Explanation explanation = explainer.explain(id, (double) percent)
        .orElseThrow(() -> Problem.of(404, "shuffle " + id + " has nothing to send"));
    return row(explanation);
  }

  private Instant at(double seconds) {
    return follower.rows().at(seconds);
  }

  private ExplanationRow row(Explanation it) {
    return new ExplanationRow(it.id().value(), at(it.atSeconds()), finite(it.limits().gammaSeconds()), place(it),
        it.limits().links().stream().map(ExplainEndpoints::limit).toList(),
        it.bundles().stream().map(ExplainEndpoints::bundle).toList(),
        it.contenders().stream()
            .map(other -> new ContenderRow(other.shuffle().value(), other.link().toString(), other.bytesPerSecond())).toList(),
        finish(it.id()), it.remedies().stream().map(ExplainEndpoints::remedy).toList());
  }

  /** Returns the expected end that is published with the shuffle, so that there is only one estimate. */
  private FinishRow finish(ShuffleId id) {
    ControllerView view = follower.rows().view();
    OptionalDouble finish = view.running().containsKey(id) ? view.running().get(id).expectedFinishSeconds() : OptionalDouble.empty();
    double foreseen = Math.max(0, view.rounds().foreseenSeconds() - view.atSeconds());
    if (finish.isEmpty()) {
      return new FinishRow(null, foreseen, null);
    }
    double left = Math.max(0, finish.getAsDouble() - view.atSeconds());
    return new FinishRow(left, foreseen, at(view.atSeconds() + left));
  }

  private PlaceRow place(Explanation it) {
    Instant deadline = it.terms().deadlineSeconds().isPresent() ? at(it.terms().deadlineSeconds().getAsDouble()) : null;
    return new PlaceRow(it.place().position(), it.place().of(), it.place().basis().id(), it.place().sentence(),
        it.place().group().orElse(null), finite(it.place().groupGammaSeconds()), it.terms().weight(), it.terms().priority(), deadline,
        it.place().ahead().stream().map(ShuffleId::value).toList());
  }

  private static LimitRow limit(LimitingLink limit) {
    return new LimitRow(
        limit.link().toString(), limit.capacityBytesPerSecond(), limit.share(), limit.gainSeconds(), names(limit.onlyWith()));
  }

  private static BundlePathsRow bundle(Explanation.BundlePaths bundle) {
    Double seconds = bundle.bytes() == 0 ? Double.valueOf(0) : finite(bundle.bytes() / bundle.bytesPerSecond());
    return new BundlePathsRow(bundle.from().name(), bundle.to().name(), bundle.bytes(), bundle.bytesPerSecond(), seconds,
        bundle.paths().stream().map(path -> new PathUseRow(path.path().sites().stream().map(SiteId::name).toList(), path.bytesPerSecond(),
            path.plannedBytesPerSecond(), path.full().map(WanResource::toString).orElse(null))).toList());
  }

  private static RemedyRow remedy(Explanation.Remedy remedy) {
    return new RemedyRow(names(remedy.links()), remedy.percent(), remedy.gammaSeconds(), remedy.savedSeconds());
  }

  private static List<String> names(List<WanResource> links) {
    return links.stream().map(WanResource::toString).toList();
  }

  private static @Nullable Double finite(double value) {
    return Optional.of(value).filter(Double::isFinite).orElse(null);
  }
}
