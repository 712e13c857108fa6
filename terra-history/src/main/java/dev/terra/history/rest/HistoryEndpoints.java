package dev.terra.history.rest;

import com.google.common.collect.ImmutableList;
import dev.terra.core.failure.Failures;
import dev.terra.history.HistoryFigures;
import dev.terra.history.HistoryRecorder;
import dev.terra.history.rest.PastLinksRow.PastSample;
import dev.terra.history.rest.PastRows.PastEventRow;
import dev.terra.history.rest.PastRows.PastEventsRow;
import dev.terra.history.rest.PastRows.PastRoundRow;
import dev.terra.history.rest.PastRows.PastRoundsRow;
import dev.terra.history.rest.PastRows.PastShuffleRow;
import dev.terra.history.rest.PastRows.PastShufflesRow;
import dev.terra.history.store.HistoryException;
import dev.terra.history.store.HistoryReader;
import dev.terra.history.store.LinkUse;
import dev.terra.history.store.StoredEvent;
import dev.terra.history.store.StoredRounds;
import dev.terra.history.store.StoredShuffle;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The endpoints of the history. Without a history, {@code /history} reports that, and the others answer with 404. */
public final class HistoryEndpoints implements ApiModule {
  private static final Parameter FROM = Parameter.time("from", "Only what was at this time or later; by default, from the beginning of the "
      + "history.");
  private static final Parameter TO = Parameter.time("to", "Only what was before this time; by default, to the end of the history.");
  private static final Parameter STEP = Parameter.whole("step", "The least number of seconds that one item covers.", 1, 86_400, 1);
  private static final Parameter OFFSET = Parameter.whole("offset", "How many items to skip.", 0, Integer.MAX_VALUE, 0);
  private static final Parameter LIMIT = Parameter.whole("limit", "How many items to return at most.", 1, HistoryReader.MOST_ROWS, 100);
  private static final Parameter ORDER = Parameter.oneOf("order", "By time.", "asc", "desc");
  /** A time far beyond any controller, in milliseconds since 1970. It does not overflow. */
  private static final long NEVER = 253_402_300_800_000L;

  private final @Nullable HistoryRecorder recorder;

  /** Creates the endpoints over a history; {@code recorder} is null if nothing is recorded. */
  public HistoryEndpoints(@Nullable HistoryRecorder recorder) {
    this.recorder = recorder;
  }

  /** A query to the store. */
  private interface Question<T> {
    T ask(HistoryReader reader) throws HistoryException;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/history").summary("The period and the size of the history.").answers(HistoryRow.class, call -> history()),
        Endpoint.get("/history/links").summary("The past states of the links, for replays.").with(FROM, TO, STEP)
            .problems(404).answers(PastLinksRow.class, this::links),
        Endpoint.get("/history/rounds").summary("Past scheduling rounds, summed up by stretches of time.").with(FROM, TO, STEP)
            .problems(404).answers(PastRoundsRow.class, this::rounds),
        Endpoint.get("/history/events").summary("What happened.").with(FROM, TO, OFFSET, LIMIT, ORDER,
                Parameter.text("kind", "Only events of this kind, such as link-down."),
                Parameter.text("target", "Only events with this target."),
                Parameter.oneOf("severity", "Only events of this severity.", "info", "warning", "error"))
            .problems(404).answers(PastEventsRow.class, this::events),
        Endpoint.get("/history/shuffles").summary("Shuffles that have ended.").with(FROM, TO, OFFSET, LIMIT, ORDER,
                Parameter.text("job", "Only shuffles of this job."))
            .problems(404).answers(PastShufflesRow.class, this::shuffles));
  }

  private HistoryReader reader() {
    if (recorder == null) {
      throw Problem.of(404, "this controller keeps no history; start it with --history DIR");
    }
    return recorder.reader();
  }

  private <T> T ask(Question<T> question) {
    try {
      return question.ask(reader());
    } catch (HistoryException e) {
      throw Problem.later(503, Failures.inWords(e), 10);
    }
  }

  private HistoryRow history() {
    if (recorder == null) {
      return new HistoryRow(false, null, null, 0, 0, 0, 0);
    }
    HistoryReader.Extent extent = ask(HistoryReader::extent);
    HistoryFigures figures = recorder.figures();
    return new HistoryRow(true, instant(extent.oldestMillis()), instant(extent.newestMillis()), figures.bytes(),
        recorder.maxBytes(), figures.lostEvents(), figures.failures());
  }

  private PastLinksRow links(Call call) {
    long to = to(call);
    long from = from(call, to);
    HistoryReader.LinkHistory past = ask(reader -> reader.links(from, to, 1_000 * call.whole("step")));
    return new PastLinksRow(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to), call.whole("step"), past.names(),
        past.stretches().stream().map(HistoryEndpoints::sample).toList());
  }

  private static PastSample sample(LinkUse use) {
    StringBuilder state = new StringBuilder(use.links());
    for (int link = 0; link < use.links(); link++) {
      state.append(use.unknown()[link] >= 0.5 ? '?' : use.down()[link] > 0 ? 'd' : 'u');
    }
    return new PastSample(Instant.ofEpochMilli(use.atMillis()), use.spanMillis() / 1000.0, state.toString(), list(use.allocated()),
        list(use.capacity()));
  }

  private static List<Float> list(float[] values) {
    return IntStream.range(0, values.length).mapToObj(i -> values[i]).collect(ImmutableList.toImmutableList());
  }

  private PastRoundsRow rounds(Call call) {
    long to = to(call);
    return new PastRoundsRow(ask(reader -> reader.rounds(from(call, to), to, 1_000 * call.whole("step"))).stream()
        .map(HistoryEndpoints::round).toList());
  }

  private static PastRoundRow round(StoredRounds rounds) {
    return new PastRoundRow(Instant.ofEpochMilli(rounds.atMillis()), rounds.spanMillis() / 1000.0, rounds.epoch(), rounds.rounds(),
        rounds.failed(), rounds.rounds() == 0 ? 0 : rounds.sumMillis() / rounds.rounds(), rounds.maxMillis(), rounds.shuffles(),
        rounds.bytesLeft());
  }

  private PastEventsRow events(Call call) {
    HistoryReader.Rows<StoredEvent> rows =
        ask(reader -> reader.events(query(call, false), word(call, "kind"), word(call, "severity"), word(call, "target")));
    return new PastEventsRow(rows.items().stream().map(HistoryEndpoints::event).toList(), rows.total(), call.whole("offset"),
        call.whole("limit"));
  }

  private static PastEventRow event(StoredEvent event) {
    return new PastEventRow(event.session(), event.number(), Instant.ofEpochMilli(event.atMillis()), event.kind(), event.severity(),
        event.target(), event.detail());
  }

  private PastShufflesRow shuffles(Call call) {
    HistoryReader.Rows<StoredShuffle> rows = ask(reader -> reader.shuffles(query(call, true), word(call, "job")));
    return new PastShufflesRow(rows.items().stream().map(HistoryEndpoints::shuffle).toList(), rows.total(), call.whole("offset"),
        call.whole("limit"));
  }

  private static PastShuffleRow shuffle(StoredShuffle it) {
    return new PastShuffleRow(it.session(), it.id(), it.job(), it.queue().orElse(null), Instant.ofEpochMilli(it.arrivalMillis()),
        instant(it.startMillis()), instant(it.finishMillis()), Instant.ofEpochMilli(it.endMillis()),
        Double.isFinite(it.gammaSeconds()) ? it.gammaSeconds() : null, it.weight(), it.priority(), it.producedBytes(), it.expectedBytes(),
        it.doneBytes(), it.failure().isPresent() ? "failed" : "ended", it.failure().orElse(null));
  }

  private static HistoryReader.Query query(Call call, boolean newestFirst) {
    boolean newest = call.find("order").map("desc"::equals).orElse(newestFirst);
    long to = call.time("to").map(Instant::toEpochMilli).orElse(NEVER);
    return new HistoryReader.Query(call.time("from").map(Instant::toEpochMilli).orElse(0L), to, call.whole("offset"),
        (int) call.whole("limit"), newest);
  }

  /** Returns the end of the requested time, in milliseconds since 1970; if none was requested, the end of the history. */
  private long to(Call call) {
    return call.time("to").map(Instant::toEpochMilli)
        .orElseGet(() -> Objects.requireNonNullElse(ask(HistoryReader::extent).newestMillis(), 0L) + 1);
  }

  private long from(Call call, long to) {
    long from = call.time("from").map(Instant::toEpochMilli)
        .orElseGet(() -> Objects.requireNonNullElse(ask(HistoryReader::extent).oldestMillis(), to - 1));
    if (from >= to) {
      throw Problem.badParameter("from", "expected a time before the end, " + Instant.ofEpochMilli(to));
    }
    return from;
  }

  private static @Nullable String word(Call call, String parameter) {
    return call.find(parameter).orElse(null);
  }

  private static @Nullable Instant instant(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }
}
