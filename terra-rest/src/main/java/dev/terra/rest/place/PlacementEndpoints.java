package dev.terra.rest.place;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Listing;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.read.ShuffleIds;
import dev.terra.rest.read.ViewFollower;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The endpoints that advise where reducers run. They answer one request at a time, since each takes up to a third of a second of a
 * core.
 */
public final class PlacementEndpoints implements ApiModule {
  private static final int RETRY_SECONDS = 2;
  /** The most slots of a site. No cluster runs as many containers. */
  private static final int MOST_SLOTS = 10_000_000;

  private final ViewFollower follower;
  private final PlacementBook book;
  private final Semaphore free = new Semaphore(1);

  /**
   * Creates the endpoints over one controller.
   *
   * @param ticker monotonic nanoseconds
   */
  public PlacementEndpoints(ViewFollower follower, LongSupplier ticker) {
    this.follower = follower;
    this.book = new PlacementBook(follower.controller().settings(), ticker);
  }

  @Override
  public List<Endpoint> endpoints() {
    Parameter slots = Parameter.text("slots", "How many reducers each site can run at once, such as NY=40,LA=8; other sites get none. "
        + "Without it, sites with shuffle handlers get any number.");
    return List.of(
        Endpoint.get("/placements").summary("The sites at which those reducers of running shuffles are best run that have not begun.")
            .with(Parameter.oneOf("state", "ended: the sites at which the reducers of ended shuffles would have been best run.", "running",
                "ended"),
                slots)
            .problems(429).lists(PlacementRow.class, this::placements),
        Endpoint.get("/shuffles/{id}/placement").summary("The sites at which a shuffle's reducers are best run, and the links that limit "
            + "the shuffle with this placement.")
            .with(Parameter.inPath("id", "Its id."), slots).problems(429).answers(PlacementRow.class, this::placement));
  }

  private Listing<PlacementRow> placements(Call call) {
    ControllerView view = follower.rows().view();
    ImmutableMap<SiteId, Integer> slots = slots(call, view);
    boolean over = call.find("state").filter("ended"::equals).isPresent();
    return follower.rows().listing(alone(() -> over ? book.hindsight(view, slots) : book.rows(view, slots)));
  }

  private PlacementRow placement(Call call) {
    ShuffleId id = ShuffleIds.of(call.text("id"));
    ControllerView view = follower.rows().view();
    ImmutableMap<SiteId, Integer> slots = slots(call, view);
    ShuffleFigures shuffle = Optional.ofNullable(view.running().get(id)).filter(PlacementBook::isFree)
        .orElseThrow(() -> Problem.notFound("shuffle '" + id + "' has no reducers to place: it is not running, its maps have written "
            + "nothing, all sites read it whole, or a job master names the sites"));
    return alone(() -> book.row(view, shuffle, slots))
        .orElseThrow(() -> Problem.notFound("no site with a handler can be reached from all sites with output of shuffle '" + id + "'"));
  }

  private <T> T alone(Supplier<T> work) {
    if (!free.tryAcquire()) {
      throw Problem.later(429, "another placement is being computed", RETRY_SECONDS);
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }

  private ImmutableMap<SiteId, Integer> slots(Call call, ControllerView view) {
    return call.find("slots").map(this::parsed).orElseGet(() -> handlers(view));
  }

  /**
   * Returns the slots of sites for a request that does not name any: they are in proportion to the sites' nodes with handlers, or
   * equal at all sites if no handler has been reported.
   */
  private ImmutableMap<SiteId, Integer> handlers(ControllerView view) {
    int reducers = view.running().values().stream().mapToInt(shuffle -> shuffle.readers().count()).max().orElse(1);
    ImmutableMap<SiteId, Integer> nodes = view.agents().entrySet().stream()
        .filter(agent -> agent.getValue().live() && !agent.getValue().handlers().isEmpty())
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, agent -> room(agent.getValue().handlers().size(), reducers)));
    return nodes.isEmpty() ? follower.controller().settings().wan().sites().stream()
        .collect(ImmutableMap.toImmutableMap(Site::id, site -> room(1, reducers))) : nodes;
  }

  /** Returns room for all reducers at each node, so that nothing is bounded. */
  private static int room(int nodes, int reducers) {
    return (int) Math.min(MOST_SLOTS, (long) nodes * Math.max(1, reducers));
  }

  private ImmutableMap<SiteId, Integer> parsed(String text) {
    Map<SiteId, Integer> slots = new TreeMap<>();
    for (String part : Splitter.on(',').trimResults().omitEmptyStrings().split(text)) {
      int sign = part.indexOf('=');
      Integer count = sign > 0 ? Ints.tryParse(part.substring(sign + 1)) : null;
      if (count == null || count < 1 || count > MOST_SLOTS) {
        throw Problem.badParameter("slots", "expected SITE=N with N from 1 to " + MOST_SLOTS + ", got '" + part + "'");
      }
      String name = part.substring(0, sign);
      slots.put(follower.controller().settings().wan().sites().stream().map(Site::id).filter(site -> site.name().equals(name)).findFirst()
          .orElseThrow(() -> Problem.badParameter("slots", "unknown site '" + name + "'")), count);
    }
    return ImmutableMap.copyOf(slots);
  }
}
