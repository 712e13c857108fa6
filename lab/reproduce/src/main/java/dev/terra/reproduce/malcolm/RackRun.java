package dev.terra.reproduce.malcolm;

import com.google.common.math.Quantiles;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.terra.reproduce.event.Clock;
import dev.terra.reproduce.event.Event;
import dev.terra.reproduce.event.Source;
import dev.terra.reproduce.event.Work;
import dev.terra.reproduce.event.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Tasks that arrive at a rack by a Poisson process, and the time from a client and back that they take. */
final class RackRun {
  static final int CLIENTS = 16;
  private static final double PICOS_PER_SECOND = 1e12;
  private static final long PICOS_PER_NANO = 1_000;
  /** The time of a message one way. A round trip is about the paper's 4 us. */
  private static final long MESSAGE_PICOS = 2_000_000;
  /** The time between preemptions of RackSched's servers, as in the paper (section 7.2.4). */
  private static final long QUANTUM_PICOS = 500_000_000;
  /** The most tasks in flight. Further tasks are dropped: the rack carries far less than arrives. */
  private static final int MOST_IN_FLIGHT = 200_000;
  /** The weight of a task in the estimate of the service time. */
  private static final double NEW_PART = .002;
  private static final int FIRST_TASKS = 1 << 12;

  private final Clock clock = new Clock();
  private final Rack rack;
  private final TaskTimes times;
  /** The random numbers of tasks. They are apart from those of balancers, so that equal seeds give all balancers equal tasks. */
  private final Random arrivals;
  private final Random choices;
  private final double beatSeconds;
  private final List<Workers> servers = new ArrayList<>();
  private final double[] meanPicos;
  private final int[] inServer;
  private final int[] asked;
  private final Balancer balancer;
  private int[] latencyNanos = new int[FIRST_TASKS];
  private int ended;
  private int inFlight;
  private long dropped;
  private double perSecond;
  private double fastPart;
  private int fastServers;

  /**
   * Makes a run that is still empty.
   *
   * @param balancer made for the run, whose servers it may read
   */
  RackRun(Rack rack, TaskTimes times, double beatSeconds, long seed, Function<RackRun, Balancer> balancer) {
    this.rack = rack;
    this.times = times;
    this.beatSeconds = beatSeconds;
    this.arrivals = new Random(seed);
    this.choices = new Random(~seed);
    this.meanPicos = new double[rack.servers()];
    this.inServer = new int[rack.servers()];
    this.asked = new int[rack.servers()];
    Arrays.fill(meanPicos, times.meanMicros() * 1e6);
    rack.workers().forEach(workers -> servers.add(new Workers(clock, Workers.Stealing.NONE, workers)));
    this.balancer = balancer.apply(this);
  }

  /** Lets tasks arrive at a rate until a time, with the skew that is set. */
  void until(double seconds, double rate) {
    boolean first = perSecond == 0;
    perSecond = rate;
    if (first) {
      Source.start(clock, 0, this::pause, this::arrive);
      long beat = Math.round(beatSeconds * PICOS_PER_SECOND);
      Source.start(clock, beat, () -> beat, this::beat);
    }
    long end = Math.round(seconds * PICOS_PER_SECOND);
    clock.runWhile(() -> clock.now() < end);
  }

  /** Sets the part of the tasks that clients send to the first servers. */
  void skew(int firstServers, double part) {
    fastServers = firstServers;
    fastPart = part;
  }

  /** Sets the pace of the first servers. */
  void pace(int firstServers, double pace) {
    servers.subList(0, firstServers).forEach(server -> server.pace(pace));
  }

  Random random() {
    return choices;
  }

  Rack rack() {
    return rack;
  }

  double beatSeconds() {
    return beatSeconds;
  }

  /** Returns how many tasks a server has. */
  int queue(int server) {
    return inServer[server];
  }

  /** Returns the rate of a server, in tasks a second, by the times of the tasks that it served. */
  double rate(int server) {
    return rack.workers().get(server) * PICOS_PER_SECOND / meanPicos[server];
  }

  /** Returns the current queues of servers. */
  ImmutableDoubleArray queues() {
    return ImmutableDoubleArray.copyOf(Arrays.stream(inServer).mapToDouble(queue -> queue));
  }

  ImmutableDoubleArray rates() {
    double[] rates = new double[rack.servers()];
    Arrays.setAll(rates, this::rate);
    return ImmutableDoubleArray.copyOf(rates);
  }

  /** Returns the server to which a client that does not choose sends a task. */
  int anyServer() {
    if (fastServers > 0 && choices.nextDouble() < fastPart) {
      return choices.nextInt(fastServers);
    }
    return fastServers > 0 ? fastServers + choices.nextInt(rack.servers() - fastServers) : choices.nextInt(rack.servers());
  }

  int ended() {
    return ended;
  }

  long dropped() {
    return dropped;
  }

  /** Returns the 99th percentile of the latencies of tasks that ended as number {@code from} on, in microseconds. */
  double tailMicros(int from) {
    return from >= ended ? Double.POSITIVE_INFINITY
        : Quantiles.percentiles().index(99).compute(Arrays.copyOfRange(latencyNanos, from, ended)) / 1e3;
  }

  private long pause() {
    return Math.round(-Math.log(1 - arrivals.nextDouble()) * PICOS_PER_SECOND / perSecond);
  }

  private void arrive() {
    if (inFlight >= MOST_IN_FLIGHT) {
      dropped++;
      return;
    }
    inFlight++;
    int client = arrivals.nextInt(CLIENTS);
    Task task = new Task(client, times.draw(arrivals));
    int server = balancer.fromClient(client);
    later(() -> task.arrive(server));
  }

  /** Receives a server's state for a probe. */
  interface Reading {
    void read(int queue, double wait);
  }

  /** Answers a client's probe. The server's state is read after one message, and arrives after another one. */
  void answer(int server, Reading reading) {
    later(() -> {
      int queue = inServer[server];
      double wait = queue / rate(server);
      later(() -> reading.read(queue, wait));
    });
  }

  private void beat() {
    balancer.beat();
    for (int server = 0; server < rack.servers(); server++) {
      take(server);
    }
  }

  private void later(Event event) {
    if (balancer.isIdeal()) {
      event.happen();
    } else {
      clock.after(MESSAGE_PICOS, event);
    }
  }

  /** Requests tasks from another server, as many as the server has idle workers. */
  private void take(int server) {
    while (asked[server] < servers.get(server).idle(0)) {
      int from = balancer.source(server);
      if (from == server) {
        return;
      }
      asked[server]++;
      later(() -> give(from, server));
    }
  }

  private void give(int from, int to) {
    Work last = servers.get(from).takeLast(0);
    if (last instanceof Task task) {
      inServer[from]--;
      later(() -> {
        asked[to]--;
        task.queue(to);
      });
    } else {
      later(() -> asked[to]--);
    }
  }

  /** A task. */
  private final class Task extends Work {
    private final int client;
    private final long born = clock.now();
    private final long all;
    private long left;
    private int at;

    Task(int client, long picos) {
      this.client = client;
      this.all = picos;
      this.left = picos;
    }

    /** Receives the task at a server from a client. */
    void arrive(int server) {
      int target = balancer.fromServer(server);
      if (target == server) {
        queue(server);
      } else {
        later(() -> queue(target));
      }
    }

    void queue(int server) {
      at = server;
      inServer[server]++;
      servers.get(server).offer(this, 0);
    }

    @Override
    protected long picos() {
      return balancer.isIdeal() ? Math.min(left, QUANTUM_PICOS) : left;
    }

    @Override
    protected void done() {
      left -= picos();
      if (left > 0) {
        servers.get(at).offer(this, 0);
        return;
      }
      inServer[at]--;
      meanPicos[at] += NEW_PART * (all / servers.get(at).pace() - meanPicos[at]);
      int queue = inServer[at];
      later(() -> end(queue));
      take(at);
    }

    private void end(int queue) {
      balancer.ended(client, at, queue);
      inFlight--;
      if (ended == latencyNanos.length) {
        latencyNanos = Arrays.copyOf(latencyNanos, 2 * ended);
      }
      latencyNanos[ended++] = (int) Math.min((clock.now() - born) / PICOS_PER_NANO, Integer.MAX_VALUE);
    }
  }
}
