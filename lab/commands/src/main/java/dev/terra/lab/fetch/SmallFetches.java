package dev.terra.lab.fetch;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.RunningTool;
import dev.terra.lab.fetch.FetchSchedule.SmallFetch;
import dev.terra.lab.fetch.FetchSchedule.SmallJob;
import dev.terra.node.output.Participation;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.plan.SiteNet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Terra's shuffle handler at a worker of each site, and a process there that fetches from the handlers of other sites.
 * Closing ends them.
 */
final class SmallFetches implements AutoCloseable {
  /** The queue of all jobs, as handlers name it if none is given. */
  static final String QUEUE = "etl";
  private static final double NANOS = 1e9;

  private final Testbed testbed;
  private final Map<SiteId, Place> places = new LinkedHashMap<>();
  private final List<RunningTool> tools = new ArrayList<>();
  /** For each job, the other sites whose handlers have it. */
  private final Map<SmallJob, Set<SiteId>> known = new HashMap<>();

  /** A site's handler, the port where it listens, and the process that fetches there. */
  private record Place(String ip, RunningTool handler, String port, RunningTool reader) {}

  /** The time that a fetch took. */
  record Taken(SmallFetch fetch, double seconds) {}

  private SmallFetches(Testbed testbed) {
    this.testbed = testbed;
  }

  /** Starts the processes beside agents that run. */
  static SmallFetches start(Bed bed) throws IOException {
    SmallFetches fetches = new SmallFetches(bed.testbed());
    try {
      for (SiteNet site : bed.testbed().addresses().sites()) {
        fetches.places.put(site.site(), fetches.place(site.site()));
      }
      return fetches;
    } catch (IOException | RuntimeException e) {
      fetches.close();
      throw e;
    }
  }

  private Place place(SiteId site) throws IOException {
    Host worker = testbed.addresses().hosts(Role.WORKER).stream().filter(host -> host.site().equals(site)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(site + " has no worker"));
    RunningTool handler = tool(worker, "handler", FetchProgram.handler(FetchCase.BYPASS),
        List.of(testbed.directory().file("handler-" + site).toString(), Cluster.agentAddress(testbed.addresses(), site),
            Participation.ON));
    RunningTool reader = tool(worker, "reader", FetchProgram.timed(), List.of());
    return new Place(worker.ip(), handler, handler.answer("ready "), reader);
  }

  private RunningTool tool(Host host, String name, FetchProgram program, List<String> arguments) throws IOException {
    RunningTool tool = program.start(testbed, host, name, arguments);
    tools.add(tool);
    return tool;
  }

  /**
   * Makes the jobs of a schedule, and sends the readers their fetches.
   *
   * @param byTunnels whether readers may be redirected to their own site's agent, which needs a handler there that has
   *     their job
   */
  void prepare(FetchSchedule schedule, boolean byTunnels) throws IOException {
    Map<SmallJob, String> keys = new LinkedHashMap<>();
    for (SmallJob job : schedule.jobs()) {
      RunningTool handler = place(job).handler;
      handler.say(List.of(String.format(Locale.ROOT, "job %d 1 %d %d", job.number(), job.parts(), job.bytes())));
    }
    for (SmallJob job : schedule.jobs()) {
      keys.put(job, place(job).handler.answer("job "));
    }
    if (byTunnels) {
      makeKnown(schedule, keys);
    }
    Map<SiteId, List<String>> orders = new LinkedHashMap<>();
    for (SmallFetch fetch : schedule.fetches()) {
      Place origin = place(fetch.job());
      orders.computeIfAbsent(fetch.reader(), site -> new ArrayList<>()).add(String.join(" ", "at", Long.toString(fetch.millis()),
          origin.ip, origin.port, keys.get(fetch.job()), Integer.toString(fetch.part()), Integer.toString(fetch.job().bytes())));
    }
    for (Map.Entry<SiteId, List<String>> site : orders.entrySet()) {
      at(site.getKey()).reader.say(site.getValue());
    }
  }

  private void makeKnown(FetchSchedule schedule, Map<SmallJob, String> keys) throws IOException {
    Map<SmallJob, Set<SiteId>> readers = schedule.readers();
    for (Map.Entry<SmallJob, Set<SiteId>> job : readers.entrySet()) {
      String key = Objects.requireNonNull(keys.get(job.getKey())).split(" ")[1];
      for (SiteId reader : job.getValue()) {
        at(reader).handler.say(List.of(String.format(Locale.ROOT, "job %d 1 %d %d %s %s", job.getKey().number(), job.getKey().parts(),
            job.getKey().bytes(), QUEUE, key)));
      }
    }
    for (Set<SiteId> sites : readers.values()) {
      for (SiteId reader : sites) {
        at(reader).handler.answer("job ");
      }
    }
    known.putAll(readers);
  }

  private Place place(SmallJob job) {
    return at(job.site());
  }

  private Place at(SiteId site) {
    return Objects.requireNonNull(places.get(site));
  }

  /** Begins the prepared fetches. */
  void run() throws IOException {
    for (Place place : places.values()) {
      place.reader.say(List.of("run"));
    }
  }

  /**
   * Waits for all fetches, and removes their jobs.
   *
   * @throws IOException if one failed
   */
  List<Taken> taken(FetchSchedule schedule) throws IOException {
    Map<SiteId, String[]> nanos = new LinkedHashMap<>();
    for (Map.Entry<SiteId, Place> place : places.entrySet()) {
      nanos.put(place.getKey(), place.getValue().reader.answer("took").strip().split(" "));
    }
    Map<SiteId, Integer> next = new LinkedHashMap<>();
    List<Taken> taken = new ArrayList<>();
    for (SmallFetch fetch : schedule.fetches()) {
      int index = next.merge(fetch.reader(), 1, Integer::sum) - 1;
      taken.add(new Taken(fetch, Long.parseLong(Objects.requireNonNull(nanos.get(fetch.reader()))[index]) / NANOS));
    }
    for (SmallJob job : schedule.jobs()) {
      end(job, place(job));
      for (SiteId reader : Optional.ofNullable(known.remove(job)).orElse(Set.of())) {
        end(job, at(reader));
      }
    }
    return taken;
  }

  private static void end(SmallJob job, Place place) throws IOException {
    place.handler.say(List.of("end " + job.number()));
    place.handler.answer("ended");
  }

  @Override
  public void close() {
    tools.forEach(RunningTool::close);
  }
}
