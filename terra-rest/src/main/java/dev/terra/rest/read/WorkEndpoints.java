package dev.terra.rest.read;

import dev.terra.controller.view.BundleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Listing;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.rows.BundleRow;
import dev.terra.rest.rows.JobRow;
import dev.terra.rest.rows.RecurringRow;
import dev.terra.rest.rows.ShuffleDetailRow;
import dev.terra.rest.rows.ShuffleRow;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Endpoints about work: shuffles, their bundles, and jobs. */
public final class WorkEndpoints implements ApiModule {
  private static final Map<String, Comparator<ShuffleRow>> SORTS = Map.of(
      "id", Comparator.comparing(ShuffleRow::id),
      "arrival", Comparator.comparing(ShuffleRow::arrivedAt),
      "left", Comparator.comparingLong(ShuffleRow::leftBytes).reversed(),
      "expected", Comparator.comparing(ShuffleRow::expectedFinishAt, Comparator.nullsLast(Comparator.naturalOrder())));

  /** The values of {@code state} for which shuffles that are over are included. */
  private static final Set<String> OVER = Set.of("ended", "failed", "all");

  private final ViewFollower follower;
  private final WanNames names;

  /** Creates the endpoints over one controller. */
  public WorkEndpoints(ViewFollower follower) {
    this.follower = follower;
    this.names = new WanNames(follower.controller().settings().wan());
  }

  @Override
  public List<Endpoint> endpoints() {
    Parameter search = Parameter.text("search", "Only items whose id, job, queue or user contains this text.");
    Parameter queue = Parameter.text("queue", "Only items of this queue.");
    Parameter id = Parameter.inPath("id", "The id of the item.");
    return List.of(
        Endpoint.get("/shuffles").summary("Shuffles; only those that have not ended unless the request has another state.")
            .with(Parameter.oneOf("state", "Only items in this state.", "running", "waiting", "idle", "ended", "failed", "all"),
                Parameter.text("job", "Only shuffles of this job."), queue,
                Parameter.text("link", "Only items with a rate over this link, such as NY:LA, or NY::LA for both directions."), search,
                Parameter.oneOf("sort", "The order of the items.", "id", "arrival", "left", "expected"))
            .lists(ShuffleRow.class, this::shuffles),
        Endpoint.get("/shuffles/{id}").summary("A shuffle with its bundles.").with(id).answers(ShuffleDetailRow.class, this::shuffle),
        Endpoint.get("/bundles").summary("Bundles of all running shuffles, or of one.")
            .with(Parameter.text("shuffle", "Only bundles of this shuffle."), Parameter.text("from", "Only bundles from this site."),
                Parameter.text("to", "Only bundles to this site."),
                Parameter.text("link", "Only items with a rate over this link, such as NY:LA, or NY::LA for both directions."))
            .lists(BundleRow.class, this::bundles),
        Endpoint.get("/jobs").summary("Jobs, which are groups of shuffles that belong together.")
            .with(Parameter.oneOf("state", "Only items in this state.", "running", "waiting", "idle", "ended", "failed", "all"), queue,
                search)
            .lists(JobRow.class, this::jobs),
        Endpoint.get("/jobs/{id}").summary("A job.").with(id).answers(JobRow.class, this::job),
        Endpoint.get("/recurring").summary("Jobs that recur, the one that ran last first: their runs, and what is known of the cost of "
            + "their settings.")
            .with(Parameter.text("user", "Only jobs of this user."), queue,
                Parameter.text("search", "Only jobs whose name contains this text."))
            .lists(RecurringRow.class, this::recurring));
  }

  private Listing<ShuffleRow> shuffles(Call call) {
    ViewRows rows = follower.rows();
    Set<String> onLink = names.over(call).map(links -> onLink(rows, links)).orElse(Set.of());
    boolean withEnded = call.find("state").map(OVER::contains).orElse(false);
    String state = call.find("state").filter(wanted -> !wanted.equals("all")).orElse(null);
    Stream<ShuffleRow> all = withEnded ? Stream.concat(rows.ended().stream(), rows.running().stream()) : rows.running().stream();
    Stream<ShuffleRow> some = all
        .filter(row -> matches(state, row.state()))
        .filter(row -> matches(call.find("job").orElse(null), row.job()))
        .filter(row -> matches(call.find("queue").orElse(null), row.queue()))
        .filter(row -> call.find("link").isEmpty() || onLink.contains(row.id()))
        .filter(row -> found(call, row.id(), row.job(), row.queue(), row.user()));
    return rows.listing(call.find("sort").map(sort -> some.sorted(SORTS.get(sort))).orElse(some).toList());
  }

  private Listing<RecurringRow> recurring(Call call) {
    return follower.rows().listing(RecurringRows.of(follower.controller().recurring()).stream()
        .filter(row -> matches(call.find("user").orElse(null), row.user()))
        .filter(row -> matches(call.find("queue").orElse(null), row.queue()))
        .filter(row -> found(call, row.name())).toList());
  }

  private static boolean matches(@Nullable String wanted, @Nullable String value) {
    return wanted == null || wanted.equals(value);
  }

  private static boolean found(Call call, @Nullable String... texts) {
    return call.find("search").map(search -> Stream.of(texts).anyMatch(text -> text != null && text.contains(search))).orElse(true);
  }

  private static Set<String> onLink(ViewRows rows, List<LinkId> links) {
    return rows.view().running().values().stream()
        .filter(shuffle -> shuffle.bundles().stream().anyMatch(bundle -> ViewRows.uses(bundle, links)))
        .map(shuffle -> shuffle.id().value()).collect(Collectors.toSet());
  }

  private ShuffleDetailRow shuffle(Call call) {
    return follower.rows().shuffle(ShuffleIds.of(call.text("id"))).orElseThrow(() -> Problem.notFound("no shuffle '" + call.text("id")
        + "' is running or remembered"));
  }

  private Listing<BundleRow> bundles(Call call) {
    ViewRows rows = follower.rows();
    Optional<ShuffleId> of = call.find("shuffle").map(ShuffleIds::of);
    of.filter(id -> rows.find(id).isEmpty()).ifPresent(id -> {
      throw Problem.badParameter("shuffle", "no shuffle '" + id + "' is running or remembered");
    });
    Predicate<BundleFigures> wanted = bundle ->
        matches(call.find("from").orElse(null), bundle.from().name()) && matches(call.find("to").orElse(null), bundle.to().name());
    Optional<List<LinkId>> over = names.over(call);
    return rows.listing(rows.bundles(of.orElse(null), wanted.and(bundle -> over.isEmpty() || ViewRows.uses(bundle, over.get()))));
  }

  private Listing<JobRow> jobs(Call call) {
    ViewRows rows = follower.rows();
    boolean withEnded = call.find("state").map(OVER::contains).orElse(false);
    String state = call.find("state").filter(wanted -> !wanted.equals("all")).orElse(null);
    return rows.listing(rows.jobs(withEnded).stream()
        .filter(row -> matches(state, row.state()))
        .filter(row -> matches(call.find("queue").orElse(null), row.queue()))
        .filter(row -> found(call, row.id(), row.queue(), row.user())).toList());
  }

  private JobRow job(Call call) {
    return follower.rows().jobs(true).stream().filter(row -> row.id().equals(call.text("id"))).findFirst()
        .orElseThrow(() -> Problem.notFound("no job '" + call.text("id") + "' is running or remembered"));
  }
}
