package dev.terra.lab.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.core.wan.WanNotation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A series of actions on two shuffles from one site to another: a small one, which the policy serves first, and a large
 * one. It measures how soon the schedule follows each action, and undoes each action before the next.
 */
final class ActionRun {
  /** The time within which a running schedule must follow an action. */
  static final double LIMIT_SECONDS = 1;
  static final String SMALL = "small";
  static final String LARGE = "large";
  /** The longest time for which the schedule is watched. It is longer than the limit, so that a late change is measured too. */
  private static final double PATIENCE_SECONDS = 10;
  private static final double START_SECONDS = 60;
  private static final long POLL_MILLIS = 10;
  /** A shuffle is served first if it has at least this share of the rates of both shuffles. */
  private static final double FIRST = 0.8;
  /** The deadline that is requested needs this share of the rates of both shuffles. */
  private static final double DEADLINE_SHARE = 0.6;
  /**
   * The scheduled rate may be this share of the needed rate, since the shuffle has fewer bytes left by the time that it
   * is read.
   */
  private static final double ALMOST = 0.98;

  private final ActionClient rest;

  ActionRun(ActionClient rest) {
    this.rest = rest;
  }

  /** The figure of a shuffle that an action changes, and the range in which it must be afterwards. */
  private record Wanted(String shuffle, ToDoubleFunction<JsonNode> figure, double least, double most, boolean moving) {
    boolean holds(double value) {
      return value >= least && value <= most;
    }
  }

  List<ActionOutcome> run() throws IOException, InterruptedException {
    awaitShuffles();
    double all = settle();
    List<ActionOutcome> rows = new ArrayList<>();
    rows.add(act("priority", "PATCH", "/shuffles/large/terms", "{\"priority\": 1}",
        new Wanted(LARGE, ActionRun::rate, FIRST * all, Double.MAX_VALUE, true)));
    double seconds = rest.get("/shuffles/large").path("shuffle").path("leftBytes").asDouble() / (DEADLINE_SHARE * all);
    rows.add(act("deadline", "PATCH", "/shuffles/large/terms", String.format(Locale.ROOT, "{\"deadlineSeconds\": %.1f}", seconds),
        new Wanted(LARGE, ActionRun::rate, ALMOST * DEADLINE_SHARE * all, Double.MAX_VALUE, true)));
    JsonNode path = busiestPath();
    rows.add(act("forbidden path", "POST", "/paths/forbid", "{\"path\": \"" + sites(path) + "\"}",
        new Wanted(SMALL, shuffle -> over(shuffle, path), 0, 0, false)));
    JsonNode link = busiestPath();
    rows.add(act("drained link", "POST", "/links/" + link.get(0).asText() + "::" + link.get(1).asText() + "/drain", "{}",
        new Wanted(SMALL, shuffle -> overLink(shuffle, link), 0, 0, false)));
    return rows;
  }

  /** Waits until both shuffles are there: another process submits them, and it takes some time to start. */
  private void awaitShuffles() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + (long) (START_SECONDS * 1e9);
    while (rest.get("/shuffles").path("total").asInt() < 2 && System.nanoTime() < deadline) {
      pause();
    }
  }

  private JsonNode shuffle(String id) throws IOException, InterruptedException {
    return rest.get("/shuffles/" + id);
  }

  private static double rate(JsonNode shuffle) {
    return shuffle.path("shuffle").path("bytesPerSecond").asDouble();
  }

  private static double over(JsonNode shuffle, JsonNode path) {
    double sum = 0;
    for (JsonNode rate : shuffle.path("bundleList").path(0).path("rates")) {
      sum += rate.path("path").equals(path) ? rate.path("bytesPerSecond").asDouble() : 0;
    }
    return sum;
  }

  private static double overLink(JsonNode shuffle, JsonNode firstTwo) {
    double sum = 0;
    for (JsonNode rate : shuffle.path("bundleList").path(0).path("rates")) {
      boolean uses = rate.path("path").get(0).equals(firstTwo.get(0)) && rate.path("path").get(1).equals(firstTwo.get(1));
      sum += uses ? rate.path("bytesPerSecond").asDouble() : 0;
    }
    return sum;
  }

  /** Returns a path in the notation of the REST interface. */
  private static String sites(JsonNode path) {
    return StreamSupport.stream(path.spliterator(), false).map(JsonNode::asText).collect(Collectors.joining(WanNotation.SEPARATOR));
  }

  /** Returns the path with the highest rate of the small shuffle. */
  private JsonNode busiestPath() throws IOException, InterruptedException {
    JsonNode best = null;
    for (JsonNode rate : shuffle(SMALL).path("bundleList").path(0).path("rates")) {
      boolean more = best == null || rate.path("bytesPerSecond").asDouble() > best.path("bytesPerSecond").asDouble();
      best = more ? rate : best;
    }
    if (best == null) {
      throw new IOException("the small shuffle has no rate");
    }
    return best.path("path");
  }

  /** Waits until the small shuffle is served first, and returns the sum of the rates of both shuffles in bytes/s. */
  private double settle() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + (long) (PATIENCE_SECONDS * 1e9);
    while (System.nanoTime() < deadline) {
      double small = rate(shuffle(SMALL));
      double large = rate(shuffle(LARGE));
      if (small > 0 && small >= FIRST * (small + large)) {
        return small + large;
      }
      pause();
    }
    throw new IOException("the small shuffle is not served first: " + rest.get("/shuffles"));
  }

  private static void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
  }

  private ActionOutcome act(String name, String method, String path, String body, Wanted wanted) throws IOException, InterruptedException {
    settle();
    JsonNode old = shuffle(wanted.shuffle);
    double before = wanted.figure.applyAsDouble(old);
    long start = System.nanoTime();
    JsonNode action = rest.send(method, path, body);
    double answered = secondsSince(start);
    JsonNode now = shuffle(wanted.shuffle);
    while (!wanted.holds(wanted.figure.applyAsDouble(now)) && secondsSince(start) < PATIENCE_SECONDS) {
      pause();
      now = shuffle(wanted.shuffle);
    }
    double scheduled = secondsSince(start);
    double after = wanted.figure.applyAsDouble(now);
    double moving = wanted.moving ? moving(wanted, now, start) : -1;
    rest.send("DELETE", action.path("undo").path("path").asText().substring("/api/v1".length()), "");
    boolean holds = wanted.holds(after) && scheduled <= LIMIT_SECONDS && !wanted.holds(before);
    return new ActionOutcome(name, method + " " + path + " " + body, answered, scheduled, moving, before, after, holds,
        action.path("kind").asText() + " of " + action.path("target").asText());
  }

  /**
   * Waits until more bytes have arrived than at the time when the schedule changed: what half of the new rate carries
   * in 0.1 s. Returns the seconds since the start.
   */
  private double moving(Wanted wanted, JsonNode then, long start) throws IOException, InterruptedException {
    double done = then.path("shuffle").path("doneBytes").asDouble();
    double least = rate(then) / 2 * 0.1; // a tenth of a second at half the rate
    while (shuffle(wanted.shuffle).path("shuffle").path("doneBytes").asDouble() < done + least && secondsSince(start) < PATIENCE_SECONDS) {
      pause();
    }
    return secondsSince(start);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
