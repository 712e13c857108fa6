package dev.terra.lab.fetch;

import dev.terra.lab.bed.RunningTool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Fetch phases in pairs: the same outputs from Hadoop's own handler and from Terra's, turn by turn, as the speed of a
 * machine changes within seconds. The two take turns in going first. Closing ends all processes.
 */
final class FetchPhases implements AutoCloseable {
  /**
   * The least pairs of the warm-up, in which Terra's handler connects to its agent, and JVMs compile. Terra's handler
   * has more to compile, which a NodeManager does once.
   */
  private static final int LEAST_WARM_UP_PAIRS = 5;
  private static final int MOST_WARM_UP_PAIRS = 15;
  /** The share of a phase's processor time that compilers may still take after the warm-up. */
  private static final double QUIET_COMPILERS = 0.01;

  private final FetchCase what;
  private final FetchBed bed;
  private final Side stock;
  private final Side terra;
  private final Optional<Side> near;
  private final RunningTool reducers;
  private int lastJob;

  /** One handler and the port where it listens. */
  private record Side(RunningTool handler, String port) {
    static Side start(RunningTool handler) throws IOException {
      String ready = handler.hear().orElse("");
      if (!ready.startsWith("ready ")) {
        throw new IOException("a shuffle handler could not start (log: " + handler.log() + "): " + handler.lastLogLine());
      }
      return new Side(handler, ready.substring("ready ".length()));
    }
  }

  /** One phase, or a part of it: its time, and the processor time of its handler. */
  record Phase(double seconds, double cpuSeconds) {
    private static final Phase NONE = new Phase(0, 0);

    Phase plus(Phase more) {
      return new Phase(seconds + more.seconds, cpuSeconds + more.cpuSeconds);
    }
  }

  /** Starts the handlers and the reducers. */
  FetchPhases(FetchCase what, FetchBed bed) throws IOException {
    this.what = what;
    this.bed = bed;
    this.stock = Side.start(bed.handler(what, false));
    this.terra = Side.start(bed.handler(what, true));
    this.near = what.asksNearService() ? Optional.of(Side.start(bed.nearService(what))) : Optional.empty();
    this.reducers = bed.reducers(what);
  }

  /** One phase with each handler. */
  record Pair(Phase stock, Phase terra) {
    private static final Pair NONE = new Pair(Phase.NONE, Phase.NONE);

    Pair plus(Phase ofStock, Phase ofTerra) {
      return new Pair(stock.plus(ofStock), terra.plus(ofTerra));
    }
  }

  /**
   * Measures a number of pairs.
   *
   * @throws IOException if a fetch fails, or Terra's handler did not count the fetches as expected
   */
  List<Pair> measure(int count, Consumer<String> progress) throws IOException {
    List<Pair> pairs = new ArrayList<>();
    Jobs jobs = new Jobs();
    warmUp(jobs, progress);
    long before = counted();
    for (int i = 0; i < count; i++) {
      pairs.add(jobs.pair(i));
      progress.accept(what.label() + ": pair " + (i + 1) + " of " + count);
    }
    jobs.end();
    long counted = counted() - before;
    if (what.counter().isPresent() && counted < count * what.bytes()) {
      throw new IOException(what.label() + ": Terra's handler counted " + counted + " " + what.counter().get() + " of "
          + count * what.bytes() + "; it did not see the fetches as such");
    }
    return pairs;
  }

  private long counted() throws IOException {
    return what.counter().isPresent() ? bed.toldBytes(what, what.counter().get()) : 0;
  }

  private void warmUp(Jobs jobs, Consumer<String> progress) throws IOException {
    boolean quiet = false;
    for (int i = 0; i < MOST_WARM_UP_PAIRS && !(quiet && i >= LEAST_WARM_UP_PAIRS); i++) {
      double stockBefore = compilerSeconds(stock);
      double terraBefore = compilerSeconds(terra);
      Pair pair = jobs.pair(i);
      String line = what.label() + ": warm-up, " + (i + 1) + " of at most " + MOST_WARM_UP_PAIRS + " pairs";
      if (what.cpuIsMeasurable()) {
        double ofStock = (compilerSeconds(stock) - stockBefore) / pair.stock.cpuSeconds;
        double ofTerra = (compilerSeconds(terra) - terraBefore) / pair.terra.cpuSeconds;
        quiet = ofStock <= QUIET_COMPILERS && ofTerra <= QUIET_COMPILERS;
        line += String.format(Locale.ROOT, "; of processor time compilers took %.1f and %.1f %%", 100 * ofStock, 100 * ofTerra);
      }
      progress.accept(line);
    }
  }

  private static double compilerSeconds(Side side) throws IOException {
    return Long.parseLong(ask(side.handler, "compilers", "compiled ")) / 1e3;
  }

  /** The outputs of one job for all phases, or of one job for each phase. */
  private final class Jobs {
    private String stockJob = "";
    private String terraJob = "";

    Pair pair(int number) throws IOException {
      Pair pair = Pair.NONE;
      for (int turn = 0; turn < what.turns(); turn++) {
        boolean stockFirst = (number + turn) % 2 == 0;
        Phase first = turn(stockFirst ? stock : terra);
        Phase second = turn(stockFirst ? terra : stock);
        pair = pair.plus(stockFirst ? first : second, stockFirst ? second : first);
      }
      return pair;
    }

    private Phase turn(Side side) throws IOException {
      if (what.otherSite()) {
        String job = begin(side, ++lastJob);
        Phase phase = fetch(side, job);
        over(side);
        return phase;
      }
      if (stockJob.isEmpty()) {
        lastJob++;
        stockJob = begin(stock, lastJob);
        terraJob = begin(terra, lastJob);
      }
      return fetch(side, side.equals(stock) ? stockJob : terraJob);
    }

    void end() throws IOException {
      if (!stockJob.isEmpty()) {
        over(stock);
        over(terra);
      }
    }
  }

  private String begin(Side side, int number) throws IOException {
    for (Side other : nearOf(side)) {
      ask(other.handler, "job " + number + " 0 0 0", "job ");
    }
    return ask(side.handler, "job " + number + " " + what.shape(), "job ");
  }

  private void over(Side side) throws IOException {
    for (Side other : nearOf(side)) {
      ask(other.handler, "end " + lastJob, "ended");
    }
    ask(side.handler, "end " + lastJob, "ended");
  }

  /** Returns the service to which Terra's clients send their first requests, if it is another one than the side's. */
  private List<Side> nearOf(Side side) {
    return side.equals(terra) ? near.stream().toList() : List.of();
  }

  private Phase fetch(Side side, String job) throws IOException {
    double cpu = cpuSeconds(side);
    String order = String.join(" ", "fetch", bed.handlerIp(), side.port, job, what.shape(), Integer.toString(what.passes()));
    for (Side other : nearOf(side)) {
      order += " " + bed.nearIp() + " " + other.port;
    }
    String nanos = ask(reducers, order, "fetched ");
    return new Phase(Long.parseLong(nanos) / 1e9, cpuSeconds(side) - cpu);
  }

  private double cpuSeconds(Side side) {
    return side.handler.usage().cpuSeconds() + (what.ofSpark() ? reducers.usage().cpuSeconds() : 0);
  }

  @Override
  public void close() {
    reducers.close();
    near.ifPresent(side -> side.handler.close());
    terra.handler.close();
    stock.handler.close();
  }

  private static String ask(RunningTool tool, String order, String expected) throws IOException {
    tool.say(List.of(order));
    return tool.answer(expected);
  }
}
