package dev.terra.lab.transfer;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.RunningTool;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.ProcessUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * A method of two tools: one at every site that serves, and one at every site that reads what to move, waits for "go",
 * and prints "done" when every byte is there and was checked. Both print "ready" when they can begin.
 */
final class ToolMethod implements Method {
  /** A method that needs this many times the optimum is given up. */
  private static final double PATIENCE = 20;

  private final String name;
  private final Testbed testbed;
  private final TransferPlan plan;
  private final Tools tools;

  /**
   * The two tools.
   *
   * @param server serves at every site
   * @param mover reads what to move
   * @param lines the input of the movers, by the site at which they work
   * @param obstacle why the method cannot be used on this machine; empty if it can
   */
  record Tools(
      Function<SiteId, List<String>> server,
      Function<SiteId, List<String>> mover,
      Map<SiteId, List<String>> lines,
      Optional<String> obstacle) {}

  ToolMethod(String name, Testbed testbed, TransferPlan plan, Tools tools) {
    this.name = name;
    this.testbed = testbed;
    this.plan = plan;
    this.tools = tools;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> obstacle() {
    return tools.obstacle();
  }

  @Override
  public Figures run() throws IOException, InterruptedException {
    List<RunningTool> servers = new ArrayList<>();
    Map<SiteId, RunningTool> movers = new LinkedHashMap<>();
    try {
      for (var site : plan.wan().sites()) {
        servers.add(tool(site.id(), "server", tools.server()));
      }
      for (SiteId site : tools.lines().keySet()) {
        movers.put(site, tool(site, "mover", tools.mover()));
      }
      for (Map.Entry<SiteId, RunningTool> mover : movers.entrySet()) {
        mover.getValue().say(tools.lines().get(mover.getKey()));
      }
      for (RunningTool tool : all(servers, movers.values())) {
        if (!tool.hears("ready")) {
          throw new IOException(name + " could not start (log: " + tool.log() + "): " + tool.lastLogLine());
        }
      }
      double before = cpuSeconds(servers, movers.values());
      long start = System.nanoTime();
      for (RunningTool mover : movers.values()) {
        mover.say(List.of("go"));
      }
      boolean done = await(movers);
      double seconds = (System.nanoTime() - start) / 1e9;
      long peak = all(servers, movers.values()).stream().mapToLong(tool -> tool.usage().peakBytes()).sum();
      return new Figures(seconds, cpuSeconds(servers, movers.values()) - before, peak, done);
    } finally {
      movers.values().forEach(RunningTool::close);
      servers.forEach(RunningTool::close);
    }
  }

  private RunningTool tool(SiteId site, String role, Function<SiteId, List<String>> command) throws IOException {
    String host = testbed.addresses().gateway(site).name();
    Path log = testbed.directory().file("log", host + "-" + name + "-" + role + ".log");
    return new RunningTool(testbed.command(host, command.apply(site)), log);
  }

  private boolean await(Map<SiteId, RunningTool> movers) throws IOException, InterruptedException {
    List<CompletableFuture<Boolean>> done = movers.values().stream()
        .map(mover -> CompletableFuture.supplyAsync(() -> mover.hears("done"), task -> new Thread(task, "bench-wait").start())).toList();
    long patienceSeconds = Math.round(PATIENCE * plan.gammaSeconds()) + 60;
    try {
      CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(patienceSeconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(name + " was not done after " + patienceSeconds + " s", e);
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IOException(name + " failed: " + e.getCause().getMessage(), e);
    }
    for (Map.Entry<SiteId, RunningTool> mover : movers.entrySet()) {
      if (!done.get(List.copyOf(movers.keySet()).indexOf(mover.getKey())).join()) {
        throw new IOException(name + " failed at " + mover.getKey() + ": " + mover.getValue().lastLogLine());
      }
    }
    return true;
  }

  private static List<RunningTool> all(List<RunningTool> servers, Iterable<RunningTool> movers) {
    List<RunningTool> all = new ArrayList<>(servers);
    movers.forEach(all::add);
    return all;
  }

  private static double cpuSeconds(List<RunningTool> servers, Iterable<RunningTool> movers) {
    return all(servers, movers).stream().map(RunningTool::usage).mapToDouble(ProcessUsage::cpuSeconds).sum();
  }
}
