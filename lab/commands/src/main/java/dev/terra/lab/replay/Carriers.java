package dev.terra.lab.replay;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Commands;
import dev.terra.lab.bed.RunningTool;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.replay.LineCarrier.Task;
import dev.terra.lab.transfer.FlowTools;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.SiteNet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes carriers on a testbed without YARN. */
final class Carriers {
  private static final int TCP8_STREAMS = 8;
  private static final int MASTER_MEGABYTES = 384;

  private final Testbed testbed;
  private final TerraSetup size;
  private final Consumer<String> progress;
  private final FlowTools flows;

  Carriers(Testbed testbed, TerraSetup size, Consumer<String> progress) {
    this.testbed = testbed;
    this.size = size;
    this.progress = progress;
    this.flows = new FlowTools(testbed);
  }

  /** Returns why a way cannot be used on this machine; empty if it can. */
  Optional<String> obstacle(Way way) {
    return way == Way.MPTCP ? flows.preparePlanes() : Optional.empty();
  }

  /** Returns a carrier that is ready. Closing it ends what it started. */
  Carrier of(Way way) throws IOException {
    return switch (way) {
      case STOCK, TCP8 -> flows("tcp", way);
      case MPTCP -> flows("mptcp", way);
      case TERRA, TERRA_PLUS -> terra(way);
    };
  }

  private Carrier flows(String protocol, Way way) throws IOException {
    List<RunningTool> tools = new ArrayList<>();
    List<SiteId> sites = testbed.addresses().sites().stream().map(SiteNet::site).toList();
    try {
      for (SiteId site : sites) {
        tools.add(tool(site, way.label() + "-receive", flows.receive(protocol)));
      }
      for (SiteId site : sites) {
        tools.add(tool(site, way.label() + "-drive", flows.drive(protocol)));
      }
      awaitReady(tools);
    } catch (IOException e) {
      tools.forEach(RunningTool::close);
      throw e;
    }
    return new LineCarrier(tools, shuffle -> tasks(shuffle, sites, way), () -> { });
  }

  private List<Task> tasks(WireShuffle shuffle, List<SiteId> sites, Way way) {
    List<Task> tasks = new ArrayList<>();
    for (WireShuffle.Bundle bundle : shuffle.bundles()) {
      String name = shuffle.id() + "#" + tasks.size();
      int streams = way == Way.TCP8 ? TCP8_STREAMS : bundle.flows();
      tasks.add(new Task(sites.size() + sites.indexOf(bundle.from()), name,
          name + " " + flows.target(bundle.to()) + " " + bundle.bytes() + " " + bundle.seed() + " " + streams));
    }
    return tasks;
  }

  private RunningTool tool(SiteId site, String name, List<String> command) throws IOException {
    String host = testbed.addresses().gateway(site).name();
    return new RunningTool(testbed.command(host, command), testbed.directory().file("log", host + "-" + name + ".log"));
  }

  private static void awaitReady(List<RunningTool> tools) throws IOException {
    for (RunningTool tool : tools) {
      if (tool.hear().filter("ready"::equals).isEmpty()) {
        throw new IOException("a tool could not start (log: " + tool.log() + "): " + tool.lastLogLine());
      }
    }
  }

  private Carrier terra(Way way) throws IOException {
    TestbedTerra terra = new TestbedTerra(testbed, size.withPolicy(way.label()), progress);
    List<RunningTool> master = new ArrayList<>();
    try {
      terra.start();
      master.add(master(way));
      awaitReady(master);
      return new LineCarrier(master, shuffle -> List.of(task(shuffle)), terra::stop);
    } catch (IOException e) {
      master.forEach(RunningTool::close);
      terra.stop();
      throw e;
    }
  }

  private RunningTool master(Way way) throws IOException {
    List<String> command = new ArrayList<>(Commands.laboratory(MASTER_MEGABYTES));
    command.add("submit-lines");
    command.addAll(Cluster.controllerOptions(testbed.directory(), testbed.addresses()));
    return new RunningTool(testbed.command(testbed.addresses().core().name(), command),
        testbed.directory().file("log", "core-" + way.label() + "-master.log"));
  }

  private static Task task(WireShuffle shuffle) {
    return new Task(0, shuffle.id(), SubmitLinesCommand.line(shuffle));
  }
}
