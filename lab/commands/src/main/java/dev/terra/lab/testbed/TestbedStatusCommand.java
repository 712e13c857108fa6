package dev.terra.lab.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.terra.core.units.Bandwidth;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.net.LinkCounters;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.state.TestbedState;
import dev.terra.testbed.state.TestbedState.LinkState;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code testbed status}. */
@Command(name = "status", description = "Shows links and processes.", mixinStandardHelpOptions = true)
final class TestbedStatusCommand implements Callable<Integer> {
  private static final long MEBIBYTE = 1 << 20;

  @Spec
  private CommandSpec spec;

  @Mixin
  private StateOption state;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  /** A link, and the bytes and packets that it has carried. */
  record LinkStatus(String from, String to, boolean cut, double rateBytesPerSecond, long ipBytes, long packets, long drops) {
    static LinkStatus of(LinkState state, LinkCounters counters) {
      return new LinkStatus(state.from(), state.to(), state.cut(), state.rateBytesPerSecond(),
          counters.ipBytes(), counters.packets(), counters.drops());
    }
  }

  /** A process, and whether it runs. */
  record ProcessStatus(String host, String name, long pid, boolean alive, long residentBytes, String log) {
    static ProcessStatus of(ProcessRecord process) {
      return new ProcessStatus(process.host(), process.name(), process.pid(), process.isAlive(), process.residentBytes(),
          process.log());
    }
  }

  @Override
  public Integer call() throws JsonProcessingException {
    Testbed testbed = Testbed.open(state.directory());
    TestbedState now = testbed.state();
    List<LinkCounters> counters = testbed.links().counters();
    List<LinkStatus> links = IntStream.range(0, counters.size())
        .mapToObj(i -> LinkStatus.of(now.links().get(i), counters.get(i))).toList();
    List<ProcessStatus> processes = now.processes().stream().filter(process -> !process.name().equals("reroute"))
        .map(ProcessStatus::of).toList();
    if (json) {
      printJson(testbed, links, processes);
    } else {
      printText(testbed, links, processes);
    }
    return processes.stream().allMatch(ProcessStatus::alive) ? 0 : 1;
  }

  private void printJson(Testbed testbed, List<LinkStatus> links, List<ProcessStatus> processes) throws JsonProcessingException {
    TestbedState now = testbed.state();
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("topology", now.topology());
    object.put("phase", now.phase());
    object.put("netem", now.netem());
    object.put("network", now.network().label());
    object.put("yarn", now.yarn());
    object.put("shuffle", now.shuffle());
    object.put("state", testbed.directory().root().toString());
    object.put("links", links);
    object.put("processes", processes);
    object.put("hosts", testbed.addresses().hosts());
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    spec.commandLine().getOut().println(mapper.writeValueAsString(object));
  }

  private void printText(Testbed testbed, List<LinkStatus> links, List<ProcessStatus> processes) {
    PrintWriter out = spec.commandLine().getOut();
    TestbedState now = testbed.state();
    out.printf(Locale.ROOT, "%s: %s, %s, links by %s, shuffle %s, state in %s%n", now.topology(),
        now.phase().name().toLowerCase(Locale.ROOT), now.network().label(), now.netem() ? "netem" : "our own emulator",
        now.yarn() ? now.shuffle().name().toLowerCase(Locale.ROOT) : "none (no YARN)", testbed.directory().root());
    out.printf(Locale.ROOT, "%n%-24s %-5s %12s %16s %10s%n", "link", "", "rate", "carried", "drops");
    links.forEach(link -> out.printf(Locale.ROOT, "%-24s %-5s %12s %12d KiB %10d%n", link.from() + ":" + link.to(),
        link.cut() ? "CUT" : "up", new Bandwidth(link.rateBytesPerSecond()), link.ipBytes() >> 10, link.drops()));
    out.printf(Locale.ROOT, "%n%-12s %-18s %8s %8s%n", "host", "process", "pid", "MiB");
    processes.forEach(process -> out.printf(Locale.ROOT, "%-12s %-18s %8d %8s%n", process.host(), process.name(), process.pid(),
        process.alive() ? process.residentBytes() / MEBIBYTE : "ENDED"));
    long total = processes.stream().mapToLong(ProcessStatus::residentBytes).sum();
    out.printf(Locale.ROOT, "%-12s %-18s %8s %8d%n", "", "all", "", total / MEBIBYTE);
  }
}
