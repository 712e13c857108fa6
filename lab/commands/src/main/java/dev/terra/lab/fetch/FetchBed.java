package dev.terra.lab.fetch;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.RunningTool;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.Cores;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A WAN with Terra on it. The first site has a worker with two shuffle handlers, Hadoop's own and Terra's; reducers are
 * there and at the second site. Closing takes it down.
 */
final class FetchBed implements AutoCloseable {
  private static final TerraSetup SIZE = new TerraSetup(256, TerraSetup.USUAL.pathsPerPair());
  private static final String PREFIX = "tn-";
  private static final int HEAP_MEGABYTES = 512;
  /**
   * The handlers have a core of their own, and so have the reducers. Otherwise it is chance which of the two processes
   * the kernel charges with the other's packets, which are a sixth of the processor time.
   */
  private static final int HANDLERS_CORE = 0;
  private static final int REDUCERS_CORE = 1;

  private final Bed bed;
  private final Testbed testbed;
  private final Host worker;
  private final String mode;

  private FetchBed(Bed bed, String mode) {
    this.bed = bed;
    this.mode = mode;
    this.testbed = bed.testbed();
    this.worker = host(0);
  }

  /** Brings the bed up, with Terra's agents; {@code mode} is the {@code terra.mode} of Terra's handler. */
  static FetchBed up(Wan wan, String mode, Consumer<String> progress) throws IOException {
    FetchBed fetch = new FetchBed(Bed.up(wan, new Bed.Kind("fetch", PREFIX, SIZE), progress), mode);
    try {
      fetch.bed.terra().start();
      return fetch;
    } catch (IOException | RuntimeException e) {
      fetch.close();
      throw e;
    }
  }

  private SiteId site(int number) {
    return testbed.addresses().sites().get(number).site();
  }

  private Host host(int siteNumber) {
    return testbed.addresses().hosts(Role.WORKER).stream().filter(host -> host.site().equals(site(siteNumber))).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(site(siteNumber) + " has no worker"));
  }

  /** Returns the address at which the handlers serve. */
  String handlerIp() {
    return worker.ip();
  }

  /** Starts Terra's handler or the stock one on the first site's worker, on a core of its own or on any core. */
  RunningTool handler(FetchCase what, boolean terra) throws IOException {
    String name = terra ? "terra-handler" : "stock-handler";
    List<String> arguments = new ArrayList<>(List.of(testbed.directory().file(name).toString()));
    if (terra) {
      arguments.add(Cluster.agentAddress(testbed.addresses(), worker.site()));
      arguments.add(mode);
    }
    return tool(core(what.cpuIsMeasurable(), HANDLERS_CORE), worker.name(), name, FetchProgram.handler(what), arguments);
  }

  /** Starts Terra's service on the node of executors that are at another site. */
  RunningTool nearService(FetchCase what) throws IOException {
    Host host = host(1);
    String name = "near-service";
    return tool(List.of(), host.name(), name, FetchProgram.handler(what),
        List.of(testbed.directory().file(name).toString(), Cluster.agentAddress(testbed.addresses(), host.site()), mode));
  }

  /** Returns the address of the executors of another site. */
  String nearIp() {
    return host(1).ip();
  }

  /** Starts reducers: on another host of the handlers' own site, or at the next site; on a core of their own or on any core. */
  RunningTool reducers(FetchCase what) throws IOException {
    Host host = what.otherSite() ? host(1) : testbed.addresses().gateway(worker.site());
    return tool(core(what.cpuIsMeasurable(), REDUCERS_CORE), host.name(), "reducers", FetchProgram.reducers(what), List.of());
  }

  private static List<String> core(boolean own, int core) {
    return own ? Cores.only(core) : List.of();
  }

  private RunningTool tool(List<String> keptTo, String host, String name, FetchProgram program, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(keptTo);
    command.addAll(List.of(OwnJava.command(),
        "-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Djava.net.preferIPv4Stack=true", "-cp",
        program.classPath(), program.mainClass()));
    command.addAll(arguments);
    return new RunningTool(testbed.command(host, command), testbed.directory().file("log", host + "-" + name + ".log"));
  }

  /** Returns the bytes of a class of traffic that Terra's handlers have reported to their agents, 0 before the first report. */
  long toldBytes(FetchCase what, String counter) throws IOException {
    SiteId at = what.asksNearService() ? site(1) : worker.site();
    JsonNode stats = bed.stats(at);
    if (stats.isMissingNode()) {
      throw new IOException("the agent of " + at + " does not answer");
    }
    return Streams.stream(stats.path("handlers")).mapToLong(handler -> handler.path("counters").path(counter).asLong()).sum();
  }

  @Override
  public void close() {
    bed.close();
  }
}
