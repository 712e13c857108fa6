package dev.terra.history.rest;

import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.cost.CostBook;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.failure.Failures;
import dev.terra.core.residency.Residency;
import dev.terra.core.wan.Wan;
import dev.terra.history.CostRows;
import dev.terra.history.HistoryRecorder;
import dev.terra.history.store.HistoryException;
import dev.terra.history.store.SiteWork;
import dev.terra.history.store.StoredCost;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Listing;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.read.ViewFollower;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints for the costs of agents' work and of shuffles. Costs of shuffles that are over come from the history, and those of
 * running shuffles from what agents have counted so far. Without a history, only the newest shuffles that are over are available,
 * from the controller's view.
 */
public final class CostEndpoints implements ApiModule {
  private final @Nullable HistoryRecorder recorder;
  private final ViewFollower follower;
  private final Wan wan;
  private final Clock clock;

  /** Creates the endpoints over one controller and its history; {@code recorder} is null if nothing is recorded. */
  public CostEndpoints(@Nullable HistoryRecorder recorder, ViewFollower follower, Clock clock) {
    this.recorder = recorder;
    this.follower = follower;
    this.wan = follower.controller().settings().wan();
    this.clock = clock;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/costs").summary("The costs of the bytes of shuffles by queue, job, shuffle, path, link or day.")
        .with(Parameter.oneOf("by", "The thing by which the costs are summed up; by default, the queue.", "queue", "job", "shuffle", "path",
            "link", "day"),
            Parameter.time("from", "Only shuffles that ended at this time or later, or that are running."),
            Parameter.time("to", "Only shuffles that ended before this time."))
        .lists(CostRow.class, this::costs),
        Endpoint.get("/costs/work").summary("The costs of the work of agents by site or day.")
            .with(Parameter.oneOf("by", "The thing by which the costs are summed up; by default, the site.", "site", "day"),
                Parameter.time("from", "Only days (UTC) that began at this time or later."),
                Parameter.time("to", "Only days (UTC) that began before this time."))
            .lists(WorkRow.class, this::work),
        Endpoint.get("/residency/crossings").summary("Bytes that took paths which the residency rules of their queues exclude.")
            .with(Parameter.time("from", "Only shuffles that ended at this time or later, or that are running."),
                Parameter.time("to", "Only shuffles that ended before this time."))
            .lists(CrossingRow.class, this::crossings));
  }

  /** A period from a time on, and before another one, in milliseconds since 1970. */
  private record Period(long fromMillis, long toMillis) {
    private static Period of(Call call) {
      Period period = new Period(call.time("from").map(Instant::toEpochMilli).orElse(0L),
          call.time("to").map(Instant::toEpochMilli).orElse(Long.MAX_VALUE));
      if (period.fromMillis >= period.toMillis) {
        throw Problem.badParameter("from", "expected a time before 'to', " + Instant.ofEpochMilli(period.toMillis));
      }
      return period;
    }

    private boolean has(long millis) {
      return millis >= fromMillis && millis < toMillis;
    }
  }

  private Listing<CrossingRow> crossings(Call call) {
    Residency residency = follower.controller().settings().queues().residency();
    List<CrossingRow> rows = new ArrayList<>();
    Instant now = clock.instant();
    ControllerView view = collect(call, now, row -> {
      if (row.cost().bytes() > 0 && !residency.allows(row.queue().orElse(""), row.cost().path())) {
        rows.add(CrossingRow.of(row));
      }
    });
    return new Listing<>(rows, view.version(), now);
  }

  private Listing<CostRow> costs(Call call) {
    CostSums sums = new CostSums(call.find("by").orElse("queue"));
    Instant now = clock.instant();
    ControllerView view = collect(call, now, sums::add);
    return new Listing<>(sums.rows(), view.version(), now);
  }

  private Listing<WorkRow> work(Call call) {
    ControllerView view = follower.rows().view();
    Instant now = clock.instant();
    Period period = Period.of(call);
    boolean byDay = call.find("by").filter("day"::equals).isPresent();
    SortedMap<String, WorkCost> sums = new TreeMap<>();
    List<SiteWork> rows = recorder == null ? workSoFar(view, SiteWork.dayMillis(now.toEpochMilli())) : work(recorder, period);
    rows.stream().filter(row -> period.has(row.dayMillis()))
        .forEach(row -> sums.merge(byDay ? CostSums.day(row.dayMillis()) : row.site().name(), row.cost(), WorkCost::plus));
    return new Listing<>(sums.entrySet().stream().map(sum -> WorkRow.of(sum.getKey(), sum.getValue())).toList(), view.version(), now);
  }

  /** Returns all that agents have worked since they started, as the work of this day. */
  private List<SiteWork> workSoFar(ControllerView view, long todayMillis) {
    return view.totals().agents().entrySet().stream().map(agent -> new SiteWork(todayMillis, agent.getKey().site(),
        CostRows.work(wan, agent.getKey().site(), agent.getValue()))).toList();
  }

  private static List<SiteWork> work(HistoryRecorder recorder, Period period) {
    try {
      return recorder.reader().work(period.fromMillis, period.toMillis);
    } catch (HistoryException e) {
      throw Problem.later(503, Failures.inWords(e), 10);
    }
  }

  /**
   * Gives the consumer the rows of all that shuffles have sent in the period of a call, by path. Returns the view from which the
   * running shuffles are taken.
   */
  private ControllerView collect(Call call, Instant at, Consumer<StoredCost> each) {
    long now = at.toEpochMilli();
    Period period = Period.of(call);
    CostBook book = new CostBook(wan);
    ControllerView view;
    if (recorder == null) {
      view = follower.rows().view();
      ended(view, book, row -> give(row, period, each));
    } else {
      HistoryRecorder.Progress progress = recorder.progress();
      view = progress.now();
      stored(recorder, progress, book, period, each);
      CostRows.ended(progress.written(), view, book, now).forEach(row -> give(row, period, each));
    }
    view.running().values().forEach(shuffle -> CostRows.of(shuffle, book, now).forEach(row -> give(row, period, each)));
    return view;
  }

  private static void give(StoredCost row, Period period, Consumer<StoredCost> each) {
    if (period.has(row.endMillis())) {
      each.accept(row);
    }
  }

  /** Gives the consumer the shuffles that are over, where nothing is recorded. */
  private void ended(ControllerView view, CostBook book, Consumer<StoredCost> each) {
    view.ended().values().stream().sorted(Comparator.comparingLong(shuffle -> endMillis(view, shuffle)))
        .forEach(shuffle -> CostRows.of(shuffle, book, endMillis(view, shuffle)).forEach(each));
  }

  /**
   * Gives the consumer the recorded shuffles, and books the costs of this month. Shuffles that have ended since the last write are
   * not among them.
   */
  private static void stored(HistoryRecorder recorder, HistoryRecorder.Progress progress, CostBook book, Period period,
      Consumer<StoredCost> each) {
    long end = progress.writtenMillis() + 1;
    try {
      recorder.reader().costs(period.fromMillis, Math.min(period.toMillis, end), each);
      recorder.catchUp(book, end);
    } catch (HistoryException e) {
      throw Problem.later(503, Failures.inWords(e), 10);
    }
  }

  private long endMillis(ControllerView view, ShuffleFigures shuffle) {
    return follower.controller().startedAt().toEpochMilli() + Math.round(shuffle.finishSeconds().orElse(view.atSeconds()) * 1_000);
  }
}
