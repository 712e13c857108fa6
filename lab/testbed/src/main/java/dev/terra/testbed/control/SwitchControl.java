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

/** The switches of a testbed and the ONOS that programs them, and what can be done to both while it is up. */
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

  /** The switches of a testbed, where it has any. */
  static Optional<SwitchControl> of(TestbedAccess testbed) {
    return testbed.network().switches().map(all -> new SwitchControl(testbed, all));
  }

  /** Starts the testbed's own ONOS, unless the switches are to obey another. */
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

  /** The testbed's own ONOS, if it runs. */
  public Optional<ProcessRecord> onos() {
    return state().process(addresses.core().name(), OnosProcess.NAME);
  }

  /** How the testbed's hosts reach ONOS. */
  public OnosLogin login() {
    return OnosLogin.read(directory.root()).orElseThrow();
  }

  /** Ends the testbed's own ONOS at once; the switches keep their rules. */
  public void killOnos() {
    onos().ifPresent(ProcessRecord::killAndWait);
  }

  /** Starts the testbed's own ONOS again and waits until it answers; it has forgotten all rules. */
  public void restartOnos() {
    directory.locked(() -> {
      started.accept(new OnosProcess(directory, addresses, state().installation()).start(switches, line -> { }));
      return null;
    });
  }

  /** What {@code ovs-ofctl} prints for a command about a site's switch. */
  public String openFlow(SiteId site, String command, String... arguments) {
    return switches.openFlow(addresses.site(site), command, List.of(arguments));
  }

  /** Takes all rules out of all switches but those of the default routes, with no link cut. */
  public void clearRules() {
    switches.clear();
  }

  /**
   * The port by which a site's switch would send a packet on now, by its own account; empty if it would drop it.
   *
   * @param packet in the words of {@code ovs-appctl ofproto/trace}
   */
  public OptionalInt egress(SiteId site, String packet) {
    return switches.egress(addresses.site(site), packet);
  }

  /** Has a controller that is started from now on get something else about its network: a change of what controller.yaml says. */
  public void misinform(UnaryOperator<String> change) {
    Cluster.misinform(directory, addresses, change);
  }

  /** How many rules a site's switch has, those of the default routes included. */
  public int rules(SiteId site) {
    return (int) openFlow(site, "dump-flows").lines().filter(line -> line.contains("actions=")).count();
  }

  /** Has a site's switch refuse more rules than so many, those of the default routes included; empty: no bound. */
  public void limitRules(SiteId site, OptionalInt most) {
    switches.limitRules(addresses.site(site), most);
  }

  /** Has the switches refuse every rule whose text contains this; empty: none. The testbed's own ONOS sees to it. */
  public void refuse(Optional<String> part) {
    directory.write(OpenVSwitch.FOLDER + "/refused", part.map(text -> text + "\n").orElse(""));
  }
}
