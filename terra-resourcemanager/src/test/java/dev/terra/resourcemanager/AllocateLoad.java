package dev.terra.resourcemanager;

import dev.terra.resourcemanager.RealResourceManager.Master;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;

/**
 * A load of MapReduce applications that arrive at a steady rate at Hadoop's own ResourceManager. It measures how long the answers to their
 * masters take. Each application requests ten reducers, calls five times a second, returns its containers and ends. A controller advises
 * sites to all applications.
 */
public final class AllocateLoad {
  private static final int RACKS = 3;
  private static final int NODES_EACH = 20;
  private static final int REDUCERS = 10;
  private static final int PRIORITY = 10;
  private static final int CALLS = 6;
  private static final long MAPS_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);
  private static final long BETWEEN_CALLS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int MOST_AT_ONCE = 200;
  private static final double P50 = 0.5;
  private static final double P99 = 0.99;

  private final RealResourceManager cluster;
  private final FakePlacements controller;
  private final ConcurrentMap<String, Boolean> running = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Long> calls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger hinted = new AtomicInteger();
  private final AtomicReference<Exception> problem = new AtomicReference<>();
  private final AtomicBoolean isWarm = new AtomicBoolean();

  private AllocateLoad(RealResourceManager cluster, FakePlacements controller) {
    this.cluster = cluster;
    this.controller = controller;
  }

  /**
   * Prints one line among those of the ResourceManager's log, {@code figures} and five numbers: the applications that have ended, those
   * whose reducers were requested at racks, the calls, and the median and the 99th percentile of the calls in nanoseconds.
   *
   * @param args {@code off}, {@code observe} or {@code on}; applications per minute; seconds that count, after as many that do not
   */
  public static void main(String[] args) throws Exception {
    try (FakePlacements controller = new FakePlacements();
        RealResourceManager cluster = new RealResourceManager(CapacityScheduler.class.getName(),
            Map.of("yarn.resourcemanager.application-master-service.processors", TerraPlacementProcessor.class.getName(),
                PlacementMode.KEY, args[0], PlacementSettings.CONTROLLERS_KEY, controller.root()))) {
      cluster.addRacks(RACKS, NODES_EACH);
      AllocateLoad load = new AllocateLoad(cluster, controller);
      System.out.println("figures " + load.measure(Double.parseDouble(args[1]), Integer.parseInt(args[2])));
    }
    System.exit(0); // threads of the ResourceManager still run
  }

  private String measure(double aMinute, int seconds) throws Exception {
    ExecutorService masters = Executors.newFixedThreadPool(MOST_AT_ONCE);
    Thread beats = new Thread(this::beat, "heartbeats");
    beats.setDaemon(true);
    beats.start();
    long start = System.nanoTime();
    long between = (long) (TimeUnit.MINUTES.toNanos(1) / aMinute);
    long warm = TimeUnit.SECONDS.toNanos(seconds);
    for (long due = 0; due < 2 * warm; due += between) {
      while (System.nanoTime() - start < due) {
        LockSupport.parkNanos(due - (System.nanoTime() - start));
      }
      if (due >= warm && isWarm.compareAndSet(false, true)) {
        ended.set(0);
        hinted.set(0);
      }
      masters.execute(this::live);
    }
    masters.shutdown();
    masters.awaitTermination(1, TimeUnit.MINUTES);
    if (problem.get() != null) {
      throw problem.get();
    }
    long[] sorted = calls.stream().mapToLong(Long::longValue).sorted().toArray();
    return ended + " " + hinted + " " + sorted.length + " " + at(sorted, P50) + " " + at(sorted, P99);
  }

  private static long at(long[] sorted, double quantile) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (quantile * sorted.length))];
  }

  private void beat() {
    try {
      while (true) {
        advise();
        cluster.heartbeat();
        LockSupport.parkNanos(BEAT_NANOS);
      }
    } catch (Exception e) {
      problem.compareAndSet(null, e);
    }
  }

  private void advise() {
    controller.advises(running.keySet().stream().map(name -> FakePlacements.row(name, Map.of("S1", 6, "S2", 3, "S3", 1)))
        .toArray(String[]::new));
  }

  /** Runs one application, from its submission to its end. */
  private void live() {
    try {
      Master master = cluster.submit("MAPREDUCE", "default");
      running.put(master.application(), true);
      LockSupport.parkNanos(MAPS_NANOS);
      List<ResourceRequest> asks = List.of(RealResourceManager.anywhere(PRIORITY, REDUCERS));
      List<ContainerId> back = List.of();
      for (int call = 0; call < CALLS; call++) {
        long start = System.nanoTime();
        AllocateResponse response = master.allocate(asks, back);
        if (isWarm.get()) {
          calls.add(System.nanoTime() - start);
        }
        if (call == 0 && master.table(PRIORITY).keySet().stream().anyMatch(name -> name.startsWith("/"))) {
          hinted.incrementAndGet();
        }
        asks = List.of();
        back = new ArrayList<>(response.getAllocatedContainers().stream().map(Container::getId).toList());
        LockSupport.parkNanos(BETWEEN_CALLS_NANOS);
      }
      running.remove(master.application());
      master.finish();
      ended.incrementAndGet();
    } catch (Exception e) {
      problem.compareAndSet(null, e);
    }
  }
}
