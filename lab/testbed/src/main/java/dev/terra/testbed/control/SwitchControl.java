package dev.terra.testbed.control;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.Installation;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.net.OpenVSwitch;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.OnosLogin;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The switches of a testbed and the ONOS that programs them, and the operations on both while it is up. */
public final class SwitchControl {
  private final StateDirectory directory;
  private final AddressPlan addresses;
  private final OpenVSwitch switches;
  private final Consumer<ProcessRecord> started;

  private SwitchControl(TestbedAccess testbed, OpenVSwitch switches) {
    this.directory = testbed.directory();
    this.addresses = testbed.addresses();
    this.switches = switches;
    this.started = testbed::record;
  }

  /** Returns the switches of a testbed, if it has any. */
  static Optional<SwitchControl> of(TestbedAccess testbed) {
    return testbed.network().switches().map(all -> new SwitchControl(testbed, all));
  }

  /** Starts the testbed's own ONOS, unless another one controls the switches. */
  void obey(Optional<URI> other, Installation installation, Consumer<String> progress) {
    if (other.isEmpty()) {
      started.accept(new OnosProcess(directory, addresses, installation).start(switches, progress));
      return;
    }
    new OutsideOnos(directory, addresses).join(other.get(), switches, progress).forEach(started);
  }

  private TestbedState state() {
    return directory.load().orElseThrow();
  }

  /** Returns the testbed's own ONOS, if it runs. */
  public Optional<ProcessRecord> onos() {
    return state().process(addresses.core().name(), OnosProcess.NAME);
  }

  /** Returns how the testbed's hosts reach ONOS. */
  public OnosLogin login() {
    return OnosLogin.read(directory.root()).orElseThrow();
  }

  /** Ends the testbed's own ONOS immediately; the switches keep their rules. */
  public void killOnos() {
    onos().ifPresent(ProcessRecord::killAndWait);
  }

  /** Restarts the testbed's own ONOS and waits until it answers. It has lost all rules. */
  public void restartOnos() {
    directory.locked(() -> {
      started.accept(new OnosProcess(directory, addresses, state().installation()).start(switches, line -> { }));
      return null;
    });
  }

  /** Returns what {@code ovs-ofctl} prints for a command about a site's switch. */
  public String openFlow(SiteId site, String command, String... arguments) {
    return switches.openFlow(addresses.site(site), command, List.of(arguments));
  }

  /** Removes all rules from all switches except those of the default routes, with no link cut. */
  public void clearRules() {
    switches.clear();
  }

  /**
   * Returns the port by which a site's switch would forward a packet, according to the switch; empty if it would drop
   * it.
   *
   * @param packet in the syntax of {@code ovs-appctl ofproto/trace}
   */
  public OptionalInt egress(SiteId site, String packet) {
    return switches.egress(addresses.site(site), packet);
  }

  /** Changes the description of the network in controller.yaml for controllers that are started later. */
  public void misinform(UnaryOperator<String> change) {
    Cluster.misinform(directory, addresses, change);
  }

  /** Returns how many rules a site's switch has, including those of the default routes. */
  public int rules(SiteId site) {
    return (int) openFlow(site, "dump-flows").lines().filter(line -> line.contains("actions=")).count();
  }

  /** Limits the number of rules of a site's switch, including those of the default routes. It refuses more; empty: no limit. */
  public void limitRules(SiteId site, OptionalInt most) {
    switches.limitRules(addresses.site(site), most);
  }

  /** Makes the switches refuse every rule whose text contains a part; empty: none. The testbed's own ONOS does this. */
  public void refuse(Optional<String> part) {
    directory.write(OpenVSwitch.FOLDER + "/refused", part.map(text -> text + "\n").orElse(""));
  }
}
