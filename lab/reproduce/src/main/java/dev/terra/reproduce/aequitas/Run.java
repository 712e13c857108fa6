package dev.terra.reproduce.aequitas;

import com.google.common.collect.ImmutableList;
import dev.terra.core.latency.ClassAdmission;
import dev.terra.reproduce.event.Clock;
import dev.terra.reproduce.event.Port;
import dev.terra.reproduce.event.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;

/** One run of a {@link Scenario}: a number of requests are offered, and all of them end. */
public final class Run {
  private static final double PICOS_PER_SECOND = 1e12;
  private static final long PICOS_PER_NANO = 1_000;
  private static final int BITS_PER_BYTE = 8;

  private final Clock clock = new Clock();
  private final Scenario setting;
  private final Random random;
  private final int requests;
  private final IntConsumer progress;
  private final List<Port> switchPorts = new ArrayList<>();
  private final List<Port> hostPorts = new ArrayList<>();
  private final RunOutcome outcome;
  private int offered;
  private int ended;

  private Run(Scenario setting, int requests, long seed, IntConsumer progress) {
    this.setting = setting;
    this.requests = requests;
    this.random = new Random(seed);
    this.progress = progress;
    this.outcome = new RunOutcome(requests, setting.mix().weights().size(), setting.fabric().hosts());
    Scenario.Fabric fabric = setting.fabric();
    for (int i = 0; i < fabric.hosts(); i++) {
      switchPorts.add(port(fabric.line()));
      hostPorts.add(port(fabric.line().atOnce()));
    }
  }

  /**
   * Runs a setting.
   *
   * @param requests the number of requests, above 0
   * @param seed of all random numbers
   * @param progress receives the number of requests that have ended, at intervals
   */
  public static RunOutcome of(Scenario setting, int requests, long seed, IntConsumer progress) {
    Run run = new Run(setting, requests, seed, progress);
    run.start();
    run.clock.runWhile(() -> run.ended < requests);
    return run.outcome;
  }

  private Port port(Port.Line line) {
    return new Port(clock, line, setting.fabric().queueing(), setting.mix().weights());
  }

  private void start() {
    Scenario.Fabric fabric = setting.fabric();
    int pairs = 0;
    for (int from = 0; from < fabric.hosts(); from++) {
      for (int to = fabric.allToAll() ? 0 : fabric.hosts() - 1; to < fabric.hosts(); to++) {
        if (from != to) {
          start(new Pair(from, to), ++pairs);
        }
      }
    }
  }

  private void start(Pair pair, int number) {
    Scenario.Load load = setting.load();
    double rate = setting.fabric().line().bitsPerSecond() * (load.burst() == null ? load.mean() : load.burst().load());
    double pause = BITS_PER_BYTE * load.sizes().meanOnLine(setting.transport()) / rate * (setting.fabric().hosts() - 1) * PICOS_PER_SECOND;
    RequestPauses arrivals = new RequestPauses(load, pause, random);
    // with equal pauses, the senders take turns
    long first = load.poisson() ? 0 : Math.round(pause * number / setting.fabric().pairs());
    Source.start(clock, first, () -> offered < requests ? arrivals.pause(pair.lastBytes) : -1, pair::offer);
  }

  /** A sender and one of its receivers. */
  private final class Pair {
    private final int from;
    private final List<Channel> channels;
    private final List<ClassAdmission> admissions = new ArrayList<>();
    private long lastBytes;

    Pair(int from, int to) {
      this.from = from;
      List<Port> there = List.of(switchPorts.get(to), hostPorts.get(to));
      List<Port> back = List.of(switchPorts.get(from), hostPorts.get(from));
      ImmutableList.Builder<Channel> made = ImmutableList.builder();
      for (int i = 0; i < setting.mix().weights().size(); i++) {
        int queue = i;
        Channel.Way way = new Channel.Way(queue, setting.fabric().line().delayPicos(), there, back);
        made.add(new Channel(clock, setting.transport(), way, request -> end(queue, request)));
      }
      channels = made.build();
      setting.rules().forEach(rule -> admissions.add(ClassAdmission.all(0)));
    }

    void offer() {
      if (offered == requests) {
        return;
      }
      int asked = setting.mix().classOf(from, random.nextDouble());
      int runs = asked >= admissions.size() || admissions.get(asked).admits(random.nextDouble()) ? asked : channels.size() - 1;
      lastBytes = setting.load().sizes().draw(random.nextDouble());
      outcome.offered(offered, from, asked, runs, clock.now() / PICOS_PER_NANO);
      if (asked == 0 && !admissions.isEmpty()) {
        outcome.share(offered, admissions.get(0).share());
      }
      channels.get(runs).offer(new Request(offered++, lastBytes, clock.now()));
    }

    private void end(int queue, Request request) {
      long latency = (clock.now() - request.issued) / PICOS_PER_NANO;
      long units = setting.transport().packets(request.bytes);
      if (queue < admissions.size()) {
        admissions.set(queue, admissions.get(queue).after(setting.rules().get(queue), latency, units, clock.now() / PICOS_PER_NANO));
      }
      outcome.ended(request.number, latency, units, clock.now() / PICOS_PER_NANO);
      progress.accept(++ended);
    }
  }
}
