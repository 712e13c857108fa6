package dev.terra.lab.routes;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.plan.SiteNet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The connections between agents that the network keeps on their paths, as the agents' hosts list them. */
final class TunnelSockets {
  private static final int FIELDS = 4;
  private static final Pattern TRANSFERRED = Pattern.compile("bytes_(?:acked|received):(\\d+)");

  private final Testbed testbed;

  TunnelSockets(Testbed testbed) {
    this.testbed = testbed;
  }

  /** Returns the open connections, as {@code ADDRESS:PORT ADDRESS:PORT}, by the site of the first address. */
  Map<SiteId, List<String>> connections() {
    Map<SiteId, List<String>> bySite = new LinkedHashMap<>();
    testbed.addresses().sites().forEach(site -> bySite.put(site.site(), lines(site, "-Htn").map(TunnelSockets::ends).sorted().toList()));
    return bySite;
  }

  /** Returns the bytes that each connection has carried in both directions so far. */
  Map<String, Long> transferred() {
    Map<String, Long> bytes = new HashMap<>();
    testbed.addresses().sites().forEach(site -> lines(site, "-HtniO").forEach(line ->
        bytes.put(ends(line), TRANSFERRED.matcher(line).results().mapToLong(count -> Long.parseLong(count.group(1))).sum())));
    return bytes;
  }

  private Stream<String> lines(SiteNet site, String options) {
    List<String> command = testbed.command(testbed.addresses().gateway(site.site()).name(),
        List.of("ss", options, "state", "established", "src", site.tunnelAddress())).command();
    return Shell.run(command).lines().map(String::strip).filter(line -> line.split(" +").length >= FIELDS);
  }

  private static String ends(String line) {
    String[] fields = line.split(" +");
    return fields[2] + " " + fields[3];
  }
}
