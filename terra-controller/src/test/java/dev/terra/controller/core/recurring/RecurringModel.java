package dev.terra.controller.core.recurring;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.SentOnPath;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.WanPath;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.queue.QueueAnswer;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.queue.QueueSource;
import dev.terra.controller.core.queue.UncompressedJob;
import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.wan.Payload;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.cost.CostGoal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A model of the runs of a job on the harness's triangle. Each run is a shuffle from A to B, of which modelled agents send what the
 * controller grants. A link carries 1 MB/s. A gigabyte costs 9 cents on the direct link and 4 cents over C. Compression takes as long
 * where nothing shrinks.
 */
final class RecurringModel {
  static final double USD_PER_HOUR = 0.5;
  private static final double STEP_SECONDS = 0.5;
  private static final Map<String, Double> USD_PER_GIGABYTE = Map.of("A-B", 0.09, "A-C-B", 0.04);

  /** The input of a run: its size, the share to which its chunks shrink, and the rate at which they are compressed. */
  record Input(long bytes, double wireShare, double compressedBytesPerSecond) {
    /** An input that a core compresses nearly as fast as two links carry it. */
    Input(long bytes, double wireShare) {
      this(bytes, wireShare, 1_500_000);
    }
  }

  /** The cost of a run, in US dollars and in seconds. */
  record Outcome(double usd, double seconds) {
    double cost() {
      return 0.5 * usd + 0.5 * USD_PER_HOUR / 3_600 * seconds;
    }
  }

  private static final class Silent implements QueueSource {
    @Override
    public void ask(YarnApplication application, Consumer<QueueAnswer> answer) {
      // the model answers by itself
    }

    @Override
    public List<String> addresses() {
      return List.of();
    }

    @Override
    public void close() {
      // there is nothing to close
    }
  }

  /** A run that is under way. */
  final class Run {
    private final String shuffle;
    private final Input input;
    private final double beganSeconds = nowSeconds;
    private final Map<String, Double> sentByPath = new TreeMap<>();
    private double done;
    private double saved;

    private Run(int number, Input input) {
      this.shuffle = String.format(Locale.ROOT, "job_17_%04d", number);
      this.input = input;
    }

    private void begin(int number) {
      harness.say(1, AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(shuffle)
          .setOrder(ReadersOrder.IN_TURN).setQueue("etl").setUser("ann")));
      harness.produced(1, shuffle, input.bytes);
      harness.placed(2, shuffle, 0, "B");
      harness.tick();
      harness.state.queues().answered(new YarnApplication(shuffle.replace("job", "application")),
          QueueAnswer.placed(new Owner("root.etl", "ann"), "load of 2026-11-" + number), harness.nowNanos);
      harness.round();
    }

    boolean isDone() {
      return done >= input.bytes;
    }

    /** Lets agents send for one step, and report the progress. They send at most what is left. */
    private void step() {
      Map<String, Double> rates = harness.ratesOf(1).getOrDefault(shuffle + ">B", Map.of());
      double wireRate = rates.values().stream().mapToDouble(Double::doubleValue).sum();
      boolean asIs = isAsIs();
      double share = asIs ? 1 : input.wireShare;
      double rate = asIs ? wireRate : Math.min(wireRate / share, input.compressedBytesPerSecond);
      double more = Math.min(rate * STEP_SECONDS, input.bytes - done);
      rates.forEach((path, bytes) -> sentByPath.merge(path, more * share * bytes / wireRate, Double::sum));
      done += more;
      saved += more * (1 - share);
      BundleProgress.Builder progress = BundleProgress.newBuilder().setShuffle(shuffle).setTo("B").setAcknowledgedBytes(Math.round(done))
          .setSavedBytes(Math.round(saved)).setWirePermille((int) Math.round(share * 1_000))
          .setOutstandingBytes(input.bytes - Math.round(done));
      sentByPath.forEach((path, bytes) -> progress.addSent(SentOnPath.newBuilder().setBytes(Math.round(bytes))
          .setPath(WanPath.newBuilder().addAllSites(List.of(path.split("-"))))));
      harness.say(1, AgentReport.newBuilder().setProgress(progress));
    }

    private boolean isAsIs() {
      return harness.to(1).stream().filter(ControllerMessage::hasEpoch)
          .flatMap(message -> message.getEpoch().getBundlesList().stream()).filter(bundle -> bundle.getShuffle().equals(shuffle))
          .map(BundleRates::getAsIs).reduce(false, (before, last) -> last);
    }

    /** Ends the run before all of its bytes have arrived, as the end of its application does. */
    void kill() {
      harness.ended(1, shuffle);
    }

    private Outcome end() {
      double usd = sentByPath.entrySet().stream()
          .mapToDouble(sent -> Math.round(sent.getValue()) / Payload.PRICED_SHARE / 1e9
              * Objects.requireNonNull(USD_PER_GIGABYTE.get(sent.getKey()))).sum();
      Outcome outcome = new Outcome(usd, nowSeconds - beganSeconds);
      harness.ended(1, shuffle);
      harness.round();
      return outcome;
    }
  }

  private final Harness harness;
  private double nowSeconds;
  private int number;

  private RecurringModel(QueueSettings queues, RecurringSettings recurring, double startSeconds) {
    this.harness = new Harness(PolicyName.TERRA_PLUS, queues, recurring);
    harness.helloAll();
    this.nowSeconds = startSeconds;
  }

  /** Returns a job that learns, some time after the controller has started. */
  static RecurringModel learning(RecurringSettings settings) {
    return startedAgo(settings, 20);
  }

  /** Returns a job that learns, the given number of seconds after the controller has started. */
  static RecurringModel startedAgo(RecurringSettings settings, double seconds) {
    RecurringModel model = new RecurringModel(queues(Map.of(), UncompressedJobs.NONE), settings, 0);
    model.pass(seconds);
    return model;
  }

  /** Returns a job whose settings an operator has fixed. */
  static RecurringModel fixed(KnobChoice choice) {
    UncompressedJobs off = choice.compressed() ? UncompressedJobs.NONE
        : new UncompressedJobs(ImmutableList.of(new UncompressedJob("etl", null, null)));
    Map<String, PartialTerms> terms = Double.isInfinite(choice.usdPerHour()) ? Map.of()
        : Map.of("etl", PartialTerms.NONE.withGoal(new CostGoal(choice.usdPerHour(), null)));
    RecurringModel model = new RecurringModel(queues(terms, off), RecurringSettings.OFF, 0);
    model.pass(20);
    return model;
  }

  private static QueueSettings queues(Map<String, PartialTerms> terms, UncompressedJobs off) {
    return new QueueSettings(terms, LatencyClasses.USUAL, off, Residency.FREE, Optional.of(new Silent()));
  }

  Harness harness() {
    return harness;
  }

  /** Returns the figures of the only job. */
  RecurringFigures figures() {
    return harness.state.recurring().figures().get(0);
  }

  /** Begins a run. */
  Run begin(Input input) {
    number++;
    Run run = new Run(number, input);
    run.begin(number);
    return run;
  }

  /** Lets time pass, during which some runs go on. */
  void pass(double seconds, Run... runs) {
    for (double end = nowSeconds + seconds; nowSeconds < end;) {
      nowSeconds += STEP_SECONDS;
      harness.at(nowSeconds);
      for (long stream = 1; stream <= 3; stream++) {
        harness.alive(stream);
      }
      for (Run run : runs) {
        run.step();
      }
      harness.tick();
      if (runs.length > 0) {
        harness.round();
      }
    }
  }

  /** Lets runs go on side by side until all have ended. */
  List<Outcome> finish(Run... runs) {
    while (!Stream.of(runs).allMatch(Run::isDone)) {
      pass(STEP_SECONDS, runs);
    }
    return Stream.of(runs).map(Run::end).toList();
  }

  /** Lets a whole run happen, and lets the time pass after which it counts. */
  Outcome run(Input input) {
    Outcome outcome = finish(begin(input)).get(0);
    pass(RecurringRun.LINGER_NANOS / 1e9 + 1);
    return outcome;
  }
}
