package dev.terra.lab.fetch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.fetch.SmallFetches.Taken;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.TerraSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A WAN with weighted fair queues, Terra on it, and small fetches whose class the controller's file sets. Closing takes
 * it down.
 */
final class ClassesBed implements AutoCloseable {
  private static final String PREFIX = "tx-";
  /**
   * The paths for each pair of sites. On swan, two paths reach the optimum of all paths; more paths have smaller chunks
   * and more probes, which cost processor time.
   */
  private static final int PATHS_PER_PAIR = 3;
  /**
   * The time for a configuration to take effect. The controller reads its file every two seconds, and agents and
   * handlers receive it with the next heartbeats.
   */
  private static final int CONFIGURED_SECONDS = 5;

  private final Bed bed;
  private final SmallFetches fetches;
  private final Random random;
  private int lastJob;

  private ClassesBed(Bed bed, SmallFetches fetches, Random random) {
    this.bed = bed;
    this.fetches = fetches;
    this.random = random;
  }

  static ClassesBed up(Wan wan, Random random, Consumer<String> progress) throws IOException {
    Bed bed = Bed.up(wan,
        new Bed.Kind("classes", PREFIX, LabNetwork.OVERLAY, new TerraSetup(TestbedTerra.affordable(wan).agentMegabytes(), PATHS_PER_PAIR),
            Optional.of(LinkClasses.USUAL)), progress);
    try {
      bed.terra().start();
      return new ClassesBed(bed, SmallFetches.start(bed), random);
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  Bed bed() {
    return bed;
  }

  /** Writes the classes into the controller's file, which the controller reads while it runs. */
  void configure(String classes) throws IOException, InterruptedException {
    Path file = bed.testbed().directory().file("conf." + bed.testbed().addresses().core().name(), "controller.yaml");
    String before = Files.readString(file).replaceAll("(?m)^classes:.*\\R", "");
    Files.writeString(file, before + "classes: " + classes + "\n");
    TimeUnit.SECONDS.sleep(CONFIGURED_SECONDS);
  }

  /** Returns the text that sets the jobs' class in a file of classes. */
  static String jobs(String latencyClass) {
    return "jobs: {" + latencyClass + ": [{queue: " + SmallFetches.QUEUE + "}]}";
  }

  /**
   * Makes the jobs of streams, which run, so that handlers receive their class.
   *
   * @param byTunnels whether readers may be redirected to tunnels
   */
  FetchSchedule prepare(List<FetchStream> streams, double seconds, boolean byTunnels) throws IOException, InterruptedException {
    FetchSchedule schedule = FetchSchedule.of(streams, seconds, lastJob + 1, random);
    lastJob += schedule.jobs().size();
    fetches.prepare(schedule, byTunnels);
    TimeUnit.SECONDS.sleep(CONFIGURED_SECONDS);
    return schedule;
  }

  /** Begins the prepared fetches. */
  void run() throws IOException {
    fetches.run();
  }

  /** Waits for all fetches of a schedule. */
  List<Taken> taken(FetchSchedule schedule) throws IOException {
    return fetches.taken(schedule);
  }

  /**
   * The counts of the fetches that have a promise.
   *
   * @param all fetches
   * @param byTunnels the fetches that went by tunnels
   */
  record Served(long all, long byTunnels) {
    Served since(Served before) {
      return new Served(all - before.all, byTunnels - before.byTunnels);
    }

    double shareByTunnels() {
      return all == 0 ? 0 : (double) byTunnels / all;
    }
  }

  /** Returns the counts since handlers started. */
  Served served() throws IOException {
    Served sum = new Served(0, 0);
    for (JsonNode row : list("classes")) {
      long detoured = row.path("byTunnels").asLong();
      sum = new Served(sum.all + row.path("admitted").asLong() + row.path("downgraded").asLong() + detoured, sum.byTunnels + detoured);
    }
    return sum;
  }

  /** Returns the entries of a list that the controller serves. */
  JsonNode list(String name) throws IOException {
    return bed.controller("/api/v1/" + name + "?limit=1000").path("items");
  }

  @Override
  public void close() {
    fetches.close();
    bed.close();
  }
}
