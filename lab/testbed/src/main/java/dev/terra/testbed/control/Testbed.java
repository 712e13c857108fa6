package dev.terra.testbed.control;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.net.HostEntry;
import dev.terra.testbed.os.Machine;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState;
import dev.terra.topology.Topologies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A testbed that is up: an emulated WAN in network namespaces and, unless it was left out, a YARN cluster on it. All of
 * its state is in its state directory, so any process may open it, change it and take it down; changes lock each other
 * out.
 */
public final class Testbed {
  private final TestbedAccess access;
  private final LinkControl links;
  private final ProcessControl processes;

  private Testbed(StateDirectory directory, Wan wan) {
    this.access = new TestbedAccess(directory, new AddressPlan(wan));
    this.links = new LinkControl(access);
    this.processes = new ProcessControl(access);
  }

  /**
   * Brings a testbed up. If that fails, nothing is left.
   *
   * @param progress receives a line for every step
   * @throws TestbedException if one is up already, something is missing, or a step fails
   */
  public static Testbed up(StateDirectory directory, UpRequest request, Consumer<String> progress) {
    Machine.check(request.prefix());
    request.installation().check(request.yarn().wanted(), request.yarn().shuffle());
    Testbed testbed = new Testbed(directory, request.wan().wan());
    testbed.access.locked(new TestbedStart(testbed.access, request, progress)::startOrLeaveNothing);
    return testbed;
  }

  /**
   * Opens the testbed in a state directory.
   *
   * @throws TestbedException if there is none
   */
  public static Testbed open(StateDirectory directory) {
    if (directory.load().isEmpty()) {
      throw new TestbedException("no testbed is up in " + directory.root() + "; start one: testbed up --topology FILE");
    }
    return new Testbed(directory, Topologies.load(directory.file("topology.yaml")));
  }

  /**
   * Removes everything that is left of a testbed, even of one that crashed.
   *
   * @param defaultPrefix the prefix of its namespaces, if its state is lost
   * @return what was removed, in words; empty if there was nothing
   */
  public static List<String> down(StateDirectory directory, String defaultPrefix) {
    return directory.locked(() -> TestbedRemains.destroy(directory,
        TestbedRemains.state(directory).map(TestbedState::prefix).orElse(defaultPrefix)));
  }

  /** Returns its current state. */
  public TestbedState state() {
    return access.state();
  }

  /** Returns the directory of its files. */
  public StateDirectory directory() {
    return access.directory();
  }

  /** Returns the names and addresses of its hosts. */
  public AddressPlan addresses() {
    return access.addresses();
  }

  /** Returns the links between its sites. */
  public LinkControl links() {
    return links;
  }

  /** Returns the switches between its sites, if it has any. */
  public Optional<SwitchControl> switches() {
    return SwitchControl.of(access);
  }

  /** Returns YARN's and Terra's processes on it. */
  public ProcessControl processes() {
    return processes;
  }

  /** Runs lines of {@code ip -batch} in namespaces, named without the testbed's prefix; safe to repeat if the lines are. */
  public void configure(String name, Map<String, List<String>> linesByNamespace) {
    access.locked(() -> access.network().configure(name, linesByNamespace));
  }

  /** Returns a process builder for a command on a host, with the host's network, its host name, and the testbed's hosts file. */
  public ProcessBuilder command(String host, List<String> command) {
    return new HostEntry(directory()).command(addresses().host(host).name(), command);
  }

  /** Returns a process builder for a command on the router of a site, which sees all packets that enter and leave the site. */
  public ProcessBuilder routerCommand(SiteId site, List<String> command) {
    return new HostEntry(directory()).command(addresses().site(site).routerName(), command);
  }

  /** Starts a process on a host. It outlives this process and is ended by {@code down}; its output goes to the log directory. */
  public ProcessRecord start(String host, String name, List<String> command, Map<String, String> environment) {
    ProcessRecord process = new HostEntry(directory()).start(addresses().host(host).name(), name, command, environment);
    access.record(process);
    return process;
  }
}
