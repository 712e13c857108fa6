package dev.terra.testbed.net;

import dev.terra.core.wan.LinkId;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Programs;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.LinkShape;
import dev.terra.testbed.plan.NetworkPlan;
import dev.terra.testbed.plan.RoutedFabric;
import dev.terra.testbed.plan.SwitchedFabric;
import dev.terra.testbed.plan.WanFabric;
import dev.terra.testbed.plan.WanLink;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes, changes and removes the namespaces and links of a testbed. */
public final class Network {
  /** The time for the emulator to bind its interfaces, which takes milliseconds. */
  private static final Duration EMULATOR_PATIENCE = Duration.ofSeconds(10);
  /** The time for killed processes to end, which takes milliseconds unless the disk blocks them. */
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(20);

  /**
   * Allows Linux's own congestion control, whatever the setting of this machine: results are compared between machines.
   * Namespaces may use what the machine allows for all, which root can change outside of them.
   */
  private static final String ALLOW_CUBIC = """
      allowed=/proc/sys/net/ipv4/tcp_allowed_congestion_control
      if ! grep -qw cubic $allowed; then (echo "$(cat $allowed) cubic" > $allowed) 2>/dev/null || true; fi
      """;
  private static final String USE_CUBIC = """
      cd /proc/sys/net/ipv4
      if grep -qw cubic tcp_allowed_congestion_control; then echo cubic > tcp_congestion_control; fi
      """;

  private final StateDirectory directory;
  private final AddressPlan addresses;
  private final String prefix;
  private final boolean netem;
  private final WanFabric fabric;
  private final Optional<OpenVSwitch> switches;
  private final NetworkPlan plan;

  /** Makes the network of an address plan whose namespaces begin with a prefix. */
  public Network(StateDirectory directory, AddressPlan addresses, String prefix, boolean netem, LabNetwork kind) {
    this.directory = directory;
    this.addresses = addresses;
    this.prefix = prefix;
    this.netem = netem;
    if (kind == LabNetwork.SDWAN) {
      SwitchedFabric switched = new SwitchedFabric(addresses, prefix);
      this.fabric = switched;
      this.switches = Optional.of(new OpenVSwitch(directory, addresses, switched));
    } else {
      this.fabric = new RoutedFabric(addresses, prefix);
      this.switches = Optional.empty();
    }
    this.plan = new NetworkPlan(addresses, prefix, fabric, !netem);
  }

  /** Returns the emulation of the links. */
  public LinkEmulation links() {
    return netem ? new NetemLinks(fabric) : new UserSpaceLinks(controlSocket());
  }

  /** Returns the sites' switches, if the network has any. */
  public Optional<OpenVSwitch> switches() {
    return switches;
  }

  private Path controlSocket() {
    return directory.file("links.sock");
  }

  /** Makes all namespaces and links, and returns the processes that carry the network. */
  public List<ProcessRecord> create() {
    new HostEntry(directory).write(addresses, prefix);
    Programs.compile("connect.c", directory.file("bin", "connect"));
    batch("create-namespaces", plan.createNamespaces());
    applyKernelSettings();
    batch("create-interfaces", plan.createInterfaces());
    runScript("configure", plan.configureInterfaces());
    runScript("routes", plan.routes(Set.of()));
    List<ProcessRecord> processes = new ArrayList<>();
    if (netem) {
      shapeAll();
    } else {
      processes.add(startEmulator());
    }
    switches.ifPresent(all -> processes.addAll(all.start()));
    return processes;
  }

  private void batch(String name, List<String> lines) {
    Path file = directory.write("net/" + name + ".batch", String.join("\n", lines) + "\n");
    Shell.run(List.of("ip", "-batch", file.toString()));
  }

  private void applyKernelSettings() {
    String settings = plan.kernelSettings().entrySet().stream()
        .map(setting -> String.format(Locale.ROOT,
            "if [ -e /proc/sys/net/%1$s ]; then echo '%2$s' > /proc/sys/net/%1$s; fi", setting.getKey(), setting.getValue()))
        .collect(Collectors.joining("\n"));
    Path script = directory.write("net/settings.sh", "set -e\n" + settings + "\n" + USE_CUBIC);
    String all = plan.namespaces().stream()
        .map(namespace -> "ip netns exec " + namespace + " sh " + script)
        .collect(Collectors.joining("\n"));
    Shell.run(List.of("sh", directory.write("net/settings-everywhere.sh", "set -e\n" + ALLOW_CUBIC + all + "\n").toString()));
  }

  private void runScript(String name, Map<String, List<String>> linesByNamespace) {
    Shell.run(List.of("sh", directory.write("net/" + name + ".sh", script(linesByNamespace)).toString()));
  }

  private static String after(Duration delay) {
    return delay.isZero() ? "" : String.format(Locale.ROOT, "sleep %.3f%n", delay.toMillis() / 1e3);
  }

  /** Returns a script that runs {@code ip} commands in namespaces. */
  static String script(Map<String, List<String>> linesByNamespace) {
    StringBuilder text = new StringBuilder("set -e\n");
    linesByNamespace.forEach((namespace, lines) -> text.append("ip -n ").append(namespace).append(" -batch - <<'END'\n")
        .append(String.join("\n", lines)).append("\nEND\n"));
    return text.toString();
  }

  /** Runs lines of {@code ip -batch} in namespaces, which are named without the prefix. */
  public void configure(String name, Map<String, List<String>> linesByNamespace) {
    Map<String, List<String>> prefixed = new LinkedHashMap<>();
    linesByNamespace.forEach((namespace, lines) -> prefixed.put(prefix + namespace, lines));
    runScript(name, prefixed);
  }

  private ProcessRecord startEmulator() {
    Path program = directory.file("bin", "links");
    Programs.compile("links.c", program);
    Path config = directory.write("net/links.conf", UserSpaceLinks.config(addresses.links()));
    ProcessRecord emulator = new HostEntry(directory).startDetached("", "links", new ProcessBuilder(
        "setsid", "ip", "netns", "exec", prefix + NetworkPlan.WIRE,
        program.toString(), config.toString(), controlSocket().toString()));
    Waiting.until(EMULATOR_PATIENCE, () -> Files.exists(controlSocket()) || !emulator.isAlive());
    if (!Files.exists(controlSocket())) {
      throw new TestbedException("the link emulator did not start: " + emulator.lastLogLine());
    }
    new UserSpaceLinks(controlSocket()).caps(addresses.wan(), addresses.links());
    return emulator;
  }

  private void shapeAll() {
    LinkEmulation links = links();
    for (WanLink link : addresses.links()) {
      links.shape(link, true, LinkShape.of(link.forward()), false);
      links.shape(link, false, LinkShape.of(link.backward()), false);
    }
  }

  /** Turns the signal at both ends of a link on or off. Routers and switches notice it immediately, as with a fibre. */
  public void signal(WanLink link, boolean on) {
    String state = on ? " up" : " down";
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (int end = 1; end <= 2; end++) {
      String namespace = netem ? fabric.end(link, end).namespace() : prefix + NetworkPlan.WIRE;
      String device = netem ? fabric.end(link, end).device() : NetworkPlan.wireInterface(link, end);
      lines.computeIfAbsent(namespace, key -> new ArrayList<>()).add("link set " + device + state);
    }
    runScript("signal", lines);
  }

  /**
   * Changes the default routes for a change of the links after a delay, in a process of its own, so that the caller
   * does not wait.
   *
   * @param cut the links that are cut
   * @return the process, unless there was no delay and the routes are set already
   */
  public Optional<ProcessRecord> reroute(Set<LinkId> cut, Duration delay) {
    String routes = switches.map(all -> all.routeScript(cut)).orElseGet(() -> script(plan.routes(cut)));
    Path script = directory.write("net/reroute.sh", after(delay) + routes);
    if (delay.isZero()) {
      Shell.run(List.of("sh", script.toString()));
      return Optional.empty();
    }
    return Optional.of(new HostEntry(directory).startDetached("", "reroute",
        new ProcessBuilder("setsid", "sh", "-c", readScript(script))));
  }

  /** Returns the script's text for the shell, instead of its file, since the next change overwrites the file. */
  private static String readScript(Path script) {
    try {
      return Files.readString(script);
    } catch (java.io.IOException e) {
      throw new TestbedException("cannot read " + script + ": " + e.getMessage(), e);
    }
  }

  /** Returns the namespaces of this machine that begin with a prefix. */
  public static List<String> namespaces(String prefix) {
    return Shell.run(List.of("ip", "netns", "list")).lines()
        .map(line -> line.split(" ", 2)[0])
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  /** Ends all processes inside namespaces and removes the namespaces. */
  public static void destroy(List<String> namespaces) {
    Waiting.until(KILL_PATIENCE, () -> {
      List<Long> pids = namespaces.stream().flatMap(namespace -> pids(namespace).stream()).toList();
      pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      return pids.isEmpty();
    });
    List<String> failures = new ArrayList<>();
    for (String namespace : namespaces) {
      Shell.Result result = Shell.attempt(List.of("ip", "netns", "del", namespace));
      if (result.exitCode() != 0) {
        failures.add(namespace + ": " + result.lastLine());
      }
    }
    if (!failures.isEmpty()) {
      throw new TestbedException("cannot remove the namespaces " + failures);
    }
  }

  private static List<Long> pids(String namespace) {
    Shell.Result result = Shell.attempt(List.of("ip", "netns", "pids", namespace));
    return result.exitCode() != 0 ? List.of() : result.output().lines().map(line -> Long.parseLong(line.strip())).toList();
  }
}
