package dev.terra.reproduce.malcolm;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.balance.KeepPolicy;
import dev.terra.core.balance.MalcolmPolicy;
import dev.terra.core.balance.PrequalPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Balancers by name: the policies of terra-core, and those that they must surpass. */
final class Balancers {
  /** The tasks for each worker of a mean server below which a server is free for join-below-threshold. */
  private static final int THRESHOLD_PER_WORKER = 2;

  /** The balancers of figures 7.1 and 7.2, and those in common use. The last one is Terra's. */
  static final Map<String, Function<RackRun, Balancer>> ALL = ImmutableMap.<String, Function<RackRun, Balancer>>builder()
      .put("hash", run -> new PolicyBalancer(run, new KeepPolicy()))
      .put("power of two", PairBalancer::new)
      .put("JSQ", run -> new StaleBalancer(run, false))
      .put("JBT", run -> new StaleBalancer(run, true))
      .put("least request", LeastRequestBalancer::new)
      .put("prequal", ProbeBalancer::new)
      .put("malcolm", run -> new PolicyBalancer(run, MalcolmPolicy.first()))
      .buildOrThrow();

  /** RackSched without any delay (section 7.2.4). */
  static final Function<RackRun, Balancer> IDEAL_PAIR = IdealPairBalancer::new;

  private Balancers() {}

  /** A balancer whose clients take the shorter of two queues, by the lengths that came with results. */
  private static final class PairBalancer implements Balancer {
    private final RackRun run;
    private final int[][] known;

    PairBalancer(RackRun run) {
      this.run = run;
      this.known = new int[RackRun.CLIENTS][run.rack().servers()];
    }

    @Override
    public int fromClient(int client) {
      int one = run.random().nextInt(run.rack().servers());
      int other = run.random().nextInt(run.rack().servers());
      return known[client][other] < known[client][one] ? other : one;
    }

    @Override
    public void ended(int client, int server, int queueThere) {
      known[client][server] = queueThere;
    }
  }

  /** A balancer whose clients take the one of two servers to which they have fewer requests in flight, as Envoy does. */
  private static final class LeastRequestBalancer implements Balancer {
    private final RackRun run;
    private final int[][] inFlight;

    LeastRequestBalancer(RackRun run) {
      this.run = run;
      this.inFlight = new int[RackRun.CLIENTS][run.rack().servers()];
    }

    @Override
    public int fromClient(int client) {
      int one = run.random().nextInt(run.rack().servers());
      int other = run.random().nextInt(run.rack().servers());
      int server = inFlight[client][other] < inFlight[client][one] ? other : one;
      inFlight[client][server]++;
      return server;
    }

    @Override
    public void ended(int client, int server, int queueThere) {
      inFlight[client][server]--;
    }
  }

  /** A balancer with the current queues of two servers, and with shared time. */
  private static final class IdealPairBalancer implements Balancer {
    private final RackRun run;

    IdealPairBalancer(RackRun run) {
      this.run = run;
    }

    @Override
    public int fromClient(int client) {
      int one = run.random().nextInt(run.rack().servers());
      int other = run.random().nextInt(run.rack().servers());
      return run.queue(other) < run.queue(one) ? other : one;
    }

    @Override
    public boolean isIdeal() {
      return true;
    }
  }

  /**
   * A balancer whose servers send a task on by queues that are stale by a beat: to the shortest, or to any that is
   * below a threshold.
   */
  private static final class StaleBalancer implements Balancer {
    private final RackRun run;
    private final boolean byThreshold;
    private final int[] known;

    StaleBalancer(RackRun run, boolean byThreshold) {
      this.run = run;
      this.byThreshold = byThreshold;
      this.known = new int[run.rack().servers()];
    }

    @Override
    public int fromClient(int client) {
      return run.anyServer();
    }

    @Override
    public int fromServer(int server) {
      int[] best = byThreshold ? below() : shortest();
      return best.length == 0 ? run.random().nextInt(known.length) : best[run.random().nextInt(best.length)];
    }

    private int[] shortest() {
      int least = Arrays.stream(known).min().orElseThrow();
      return servers(least);
    }

    private int[] below() {
      int threshold = THRESHOLD_PER_WORKER * run.rack().allWorkers() / run.rack().servers();
      return servers(threshold - 1);
    }

    private int[] servers(int most) {
      return IntStream.range(0, known.length).filter(i -> known[i] <= most).toArray();
    }

    @Override
    public void beat() {
      Arrays.setAll(known, run::queue);
    }
  }

  /**
   * A balancer with Prequal's clients. Each request sends probes to a few servers, whose answers stay in a pool of
   * bounded size until they are used; the rule is that of {@link PrequalPolicy}. A probe's latency is computed from the
   * server's queue and rate.
   */
  private static final class ProbeBalancer implements Balancer {
    private static final int POOL = 16;
    private static final int LEAST_POOL = 2;
    private static final int PROBES = 3;

    private final RackRun run;
    private final List<Deque<Answer>> pools = new ArrayList<>();

    ProbeBalancer(RackRun run) {
      this.run = run;
      for (int i = 0; i < RackRun.CLIENTS; i++) {
        pools.add(new ArrayDeque<>());
      }
    }

    record Answer(int server, int inFlight, double delay) {}

    @Override
    public int fromClient(int client) {
      Deque<Answer> pool = pools.get(client);
      Answer best = pool.size() < LEAST_POOL ? null : best(pool);
      probe(pool);
      if (best == null) {
        return run.random().nextInt(run.rack().servers());
      }
      pool.remove(best);
      return best.server();
    }

    private void probe(Deque<Answer> pool) {
      Random random = run.random();
      for (int i = 0; i < PROBES; i++) {
        int server = random.nextInt(run.rack().servers());
        run.answer(server, (queue, wait) -> {
          if (pool.size() == POOL) {
            pool.removeFirst();
          }
          pool.addLast(new Answer(server, queue, wait));
        });
      }
    }

    private static Answer best(Deque<Answer> pool) {
      int hot = pool.stream().mapToInt(Answer::inFlight).sorted()
          .skip((long) (PrequalPolicy.USUAL.hotQuantile() * (pool.size() - 1))).findFirst().orElseThrow();
      Answer best = pool.getFirst();
      for (Answer answer : pool) {
        best = isBetter(hot, answer, best) ? answer : best;
      }
      return best;
    }

    private static boolean isBetter(int hot, Answer one, Answer other) {
      boolean oneIsHot = one.inFlight() > hot;
      boolean otherIsHot = other.inFlight() > hot;
      if (oneIsHot != otherIsHot) {
        return otherIsHot;
      }
      return oneIsHot ? one.inFlight() < other.inFlight() : one.delay() < other.delay();
    }
  }
}
