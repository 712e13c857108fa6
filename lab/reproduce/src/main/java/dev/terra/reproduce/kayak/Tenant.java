package dev.terra.reproduce.kayak;

import com.google.common.math.Quantiles;
import dev.terra.core.ship.ShippingMeasurement;
import dev.terra.reproduce.event.Clock;
import dev.terra.reproduce.event.Work;
import dev.terra.reproduce.event.Workers;
import java.util.Arrays;
import java.util.Random;

/**
 * A tenant: its requests, the cores of its application, and its part of the store. A request stays on the application core that issues it.
 */
final class Tenant {
  /** The percentile of the target. */
  private static final int PERCENTILE = 99;
  private static final double PICOS_PER_SECOND = 1e12;
  private static final long PICOS_PER_NANO = 1_000;
  /** The most requests in flight. Further requests are dropped: a run in which so many wait is far beyond any target. */
  private static final int MOST_IN_FLIGHT = 100_000;
  /**
   * The tasks that wait at a store core, above which it gives one back, and the least time that such a task has
   * computed: the values of ASFP's store.
   */
  private static final int GIVES_BACK_ABOVE = 4;
  private static final long GIVES_BACK_COMPUTED = 500_000;
  private static final int FIRST_DELAYS = 1 << 12;

  private final Clock clock;
  private final StoreCosts costs;
  private final GraphLoad load;
  private final long targetNanos;
  private final Arbiter arbiter;
  private final Workers application;
  private final int applicationCores;
  private final Workers store;
  private final int firstQueue;
  private final int queues;
  private final Random random;
  private int[] delayNanos = new int[FIRST_DELAYS];
  private int ended;
  private int endedBefore;
  private int inFlight;
  private long dropped;

  /** A tenant's part of the hardware: its application's cores, and its queues at the store, from one number on. */
  record Place(Workers application, int applicationCores, Workers store, int firstQueue, int queues) {}

  /** The demand of a tenant: what each request costs, and how long it may take, in nanoseconds. */
  record Demand(StoreCosts costs, GraphLoad load, long targetNanos) {}

  Tenant(Clock clock, Demand demand, Arbiter arbiter, Place place, Random random) {
    this.clock = clock;
    this.costs = demand.costs();
    this.load = demand.load();
    this.targetNanos = demand.targetNanos();
    this.arbiter = arbiter;
    this.application = place.application();
    this.applicationCores = place.applicationCores();
    this.store = place.store();
    this.firstQueue = place.firstQueue();
    this.queues = place.queues();
    this.random = random;
  }

  /** Returns the time to the next request, in picoseconds. */
  long pause() {
    return Math.round(-Math.log(1 - random.nextDouble()) * PICOS_PER_SECOND / arbiter.perSecond());
  }

  void arrive() {
    if (inFlight >= MOST_IN_FLIGHT) {
      dropped++;
      return;
    }
    inFlight++;
    new Walk(random.nextDouble() < arbiter.share()).begin();
  }

  /** Reports to the arbiter what has ended since the last call. */
  void measure() {
    int now = ended - endedBefore;
    double delay = now == 0 ? 0 : tailNanos(endedBefore, ended);
    double late = now == 0 ? 0 : late(endedBefore, ended) / (double) now;
    arbiter.measured(new ShippingMeasurement(delay, late, now), clock.now() / PICOS_PER_NANO);
    endedBefore = ended;
  }

  /** Returns how many requests have ended. */
  int ended() {
    return ended;
  }

  long dropped() {
    return dropped;
  }

  double share() {
    return arbiter.share();
  }

  /**
   * Returns the 99th percentile of the delays of the requests that ended as number {@code from} up to {@code to}, in
   * nanoseconds.
   */
  double tailNanos(int from, int to) {
    return Quantiles.percentiles().index(PERCENTILE).compute(Arrays.copyOfRange(delayNanos, from, to));
  }

  private int late(int from, int to) {
    int late = 0;
    for (int i = from; i < to; i++) {
      late += delayNanos[i] > targetNanos ? 1 : 0;
    }
    return late;
  }

  private void end(long born) {
    inFlight--;
    if (ended == delayNanos.length) {
      delayNanos = Arrays.copyOf(delayNanos, 2 * ended);
    }
    delayNanos[ended++] = (int) Math.min((clock.now() - born) / PICOS_PER_NANO, Integer.MAX_VALUE);
  }

  /** A request. Each of its visits to a core is one step. */
  private final class Walk extends Work {
    private final long born = clock.now();
    private final long compute = load.computePicos(born);
    private final int core = random.nextInt(applicationCores);
    private final int queue = firstQueue + random.nextInt(queues);
    private boolean procedure;
    private boolean atStore;
    private int left = load.accesses();
    private int visits;

    Walk(boolean procedure) {
      this.procedure = procedure;
    }

    void begin() {
      application.offer(this, core);
    }

    @Override
    protected long picos() {
      if (procedure) {
        return atStore ? compute + (visits == 0 ? costs.dispatch() : 0) : costs.issue();
      }
      return atStore ? costs.read() : visits == 0 ? costs.issue() : costs.reply() + compute;
    }

    @Override
    protected void done() {
      if (!atStore) {
        issued();
      } else if (procedure) {
        computed();
      } else {
        clock.after(costs.network(), this::backAtApplication);
      }
    }

    private void issued() {
      if (!procedure && visits > 0 && --left == 0) {
        end(born);
        return;
      }
      clock.after(costs.network(), this::reachStore);
    }

    private void reachStore() {
      atStore = true;
      store.offer(this, queue);
    }

    private void backAtApplication() {
      atStore = false;
      visits++;
      application.offer(this, core);
    }

    /** Continues a procedure that has made an access: it goes to the end of the queue for the next one, or is given back. */
    private void computed() {
      visits++;
      if (--left == 0) {
        clock.after(costs.network(), () -> end(born));
      } else if (arbiter.pushesBack() && store.waiting(queue) >= GIVES_BACK_ABOVE && compute > GIVES_BACK_COMPUTED) {
        clock.after(costs.network(), this::givenBack);
      } else {
        store.offer(this, queue);
      }
    }

    /** Returns the request to the application, which executes it from its beginning. */
    private void givenBack() {
      procedure = false;
      atStore = false;
      visits = 0;
      left = load.accesses();
      application.offer(this, core);
    }
  }
}
