package dev.terra.testbed.net;

import dev.terra.core.wan.LinkId;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Programs;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.SiteNet;
import dev.terra.testbed.plan.SwitchedFabric;
import dev.terra.testbed.plan.WanLink;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sites' switches: bridges of an Open vSwitch of the testbed's own, with its database and sockets in the state
 * directory. It forwards in user space if the kernel has no module for it.
 */
public final class OpenVSwitch {
  /** The folder of its files, below the state directory. */
  public static final String FOLDER = "ovs";
  /** The time for its programs to answer, which takes milliseconds, on a busy machine seconds. */
  private static final String PATIENCE_SECONDS = "20";
  private static final Duration START_PATIENCE = Duration.ofSeconds(20);
  /**
   * The command that gives real-time priority, so that packets wait for no other process, as in the links' emulator: a
   * switch has processors of its own.
   */
  private static final String REAL_TIME = "if chrt --rr 1 true 2>/dev/null; then exec chrt --rr 1 \"$@\"; else exec \"$@\"; fi";
  private static final Path SCHEMA = Path.of("/usr/share/openvswitch/vswitch.ovsschema");
  private static final Path KERNEL_MODULE = Path.of("/sys/module/openvswitch");
  private static final Pattern OUTPUT = Pattern.compile("(?m)^ +output:(\\d+)");
  private static final String OPEN_FLOW = "OpenFlow13";

  private final StateDirectory directory;
  private final AddressPlan addresses;
  private final SwitchedFabric fabric;

  /** Makes the switches of a testbed. */
  public OpenVSwitch(StateDirectory directory, AddressPlan addresses, SwitchedFabric fabric) {
    this.directory = directory;
    this.addresses = addresses;
    this.fabric = fabric;
  }

  private Path socket() {
    return directory.file(FOLDER, "db.sock");
  }

  /** Starts the switches with their ports and default routes. Their interfaces must exist. */
  public List<ProcessRecord> start() {
    if (!Files.exists(SCHEMA)) {
      throw new TestbedException("Open vSwitch is not installed: apt-get install -y openvswitch-switch");
    }
    Path database = directory.write(FOLDER + "/README", "Open vSwitch's data base and sockets.\n").resolveSibling("conf.db");
    Shell.run(List.of("ovsdb-tool", "create", database.toString(), SCHEMA.toString()));
    ProcessRecord server = daemon("ovsdb-server", List.of("ovsdb-server", database.toString(), "--remote=punix:" + socket(),
        "--unixctl=" + directory.file(FOLDER, "ovsdb.ctl"), "--no-chdir"));
    await(server, socket());
    configure(List.of("--no-wait", "set", "Open_vSwitch", ".", "other_config:userspace-tso-enable=true"));
    Path control = directory.file(FOLDER, "vswitchd.ctl");
    Path room = directory.file("bin", "packets.so");
    Programs.compileLibrary("packets.c", room);
    ProcessRecord daemon = daemon("ovs-vswitchd", List.of("env", "LD_PRELOAD=" + room, "sh", "-c", REAL_TIME, "real-time",
        "ip", "netns", "exec", fabric.namespace(), "ovs-vswitchd", "unix:" + socket(), "--unixctl=" + control, "--no-chdir"));
    await(daemon, control);
    configure(addAll());
    route(Set.of());
    return List.of(server, daemon);
  }

  private ProcessRecord daemon(String name, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(HostEntry.withPrecedence(command));
    builder.environment().put("OVS_RUNDIR", directory.file(FOLDER).toString());
    return new HostEntry(directory).startDetached("", name, builder);
  }

  private static void await(ProcessRecord process, Path socket) {
    Waiting.until(START_PATIENCE, () -> Files.exists(socket) || !process.isAlive());
    if (!Files.exists(socket)) {
      throw new TestbedException(process.name() + " did not start: " + process.lastLogLine());
    }
  }

  private void configure(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("ovs-vsctl", "--timeout=" + PATIENCE_SECONDS, "--db=unix:" + socket()));
    command.addAll(arguments);
    Shell.run(command);
  }

  private List<String> addAll() {
    String type = Files.exists(KERNEL_MODULE) ? "system" : "netdev";
    List<String> words = new ArrayList<>();
    for (SiteNet site : addresses.sites()) {
      words.addAll(List.of("--", "add-br", site.switchName(), "--", "set", "bridge", site.switchName(), "datapath_type=" + type,
          "fail-mode=secure", "protocols=" + OPEN_FLOW, "other-config:datapath-id=" + site.datapathId(),
          "other-config:disable-in-band=true", "mcast_snooping_enable=false", "stp_enable=false"));
      words.addAll(port(site, SwitchedFabric.routerPortName(site), SwitchedFabric.ROUTER_PORT));
    }
    for (WanLink link : addresses.links()) {
      for (int end = 1; end <= 2; end++) {
        words.addAll(port(link.site(end), fabric.end(link, end).device(), SwitchedFabric.linkPort(link)));
      }
    }
    return words.subList(1, words.size());
  }

  private static List<String> port(SiteNet site, String device, int number) {
    return List.of("--", "add-port", site.switchName(), device, "--", "set", "interface", device, "ofport_request=" + number);
  }

  /** Returns the links between them, in the format of {@code OnosServer}. */
  public List<String> cables() {
    return fabric.cables();
  }

  /** Sets the default routes with some links cut. */
  public void route(Set<LinkId> cut) {
    fabric.defaultRules(cut).forEach((name, rules) -> Shell.run(routeCommand(name, rules)));
  }

  /** Returns the commands that {@link #route} runs, as a script. */
  String routeScript(Set<LinkId> cut) {
    StringBuilder text = new StringBuilder("set -e\n");
    fabric.defaultRules(cut).forEach((name, rules) -> text.append(String.join(" ", routeCommand(name, rules))).append('\n'));
    return text.toString();
  }

  private List<String> routeCommand(String name, List<String> rules) {
    Path file = directory.write(FOLDER + "/routes-" + name, String.join("\n", rules) + "\n");
    return List.of("ovs-ofctl", "--timeout=" + PATIENCE_SECONDS, "-O", OPEN_FLOW, "add-flows", managementSocket(name), file.toString());
  }

  private String managementSocket(String name) {
    return "unix:" + directory.file(FOLDER, name + ".mgmt");
  }

  /** Returns what {@code ovs-ofctl} prints for a command about a site's switch. */
  public String openFlow(SiteNet site, String command, List<String> arguments) {
    List<String> line = new ArrayList<>(List.of("ovs-ofctl", "--timeout=" + PATIENCE_SECONDS, "-O", OPEN_FLOW, command,
        managementSocket(site.switchName())));
    line.addAll(arguments);
    return Shell.run(line);
  }

  /** Removes all rules except those of the default routes. */
  public void clear() {
    addresses.sites().forEach(site -> openFlow(site, "del-flows", List.of()));
    route(Set.of());
  }

  /** Returns the port by which a site's switch would forward a packet; empty if it would drop it. */
  public OptionalInt egress(SiteNet site, String packet) {
    String trace = Shell.run(List.of("ovs-appctl", "--timeout=" + PATIENCE_SECONDS, "-t", directory.file(FOLDER, "vswitchd.ctl").toString(),
        "ofproto/trace", site.switchName(), packet));
    Matcher output = OUTPUT.matcher(trace);
    return output.find() ? OptionalInt.of(Integer.parseInt(output.group(1))) : OptionalInt.empty();
  }

  /** Limits the number of rules of a site's switch: it refuses more. Empty: no limit. */
  public void limitRules(SiteNet site, OptionalInt most) {
    if (most.isPresent()) {
      configure(List.of("--", "--id=@table", "create", "Flow_Table", "flow_limit=" + most.getAsInt(), "overflow_policy=refuse",
          "--", "set", "bridge", site.switchName(), "flow_tables:0=@table"));
    } else {
      configure(List.of("clear", "bridge", site.switchName(), "flow_tables"));
    }
  }

  /** Puts all switches under a foreign controller, {@code tcp:HOST:PORT} or {@code unix:FILE}, of a file in its folder. */
  public void obey(String controller) {
    addresses.sites().forEach(site -> configure(List.of("set-controller", site.switchName(), controller)));
  }
}
