package dev.terra.testbed.state;

import com.google.common.collect.ImmutableList;
import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.os.ProcessRecord;
import java.util.List;
import java.util.Optional;

/**
 * The state of a testbed in its state file.
 *
 * @param prefix of its namespaces
 * @param topology name of its WAN; the resolved topology is beside this in {@code topology.yaml}
 * @param phase how far it is
 * @param netem whether the kernel shapes the links; otherwise a process of the testbed does
 * @param network between the sites
 * @param rerouteSeconds the time from a cut or a restore until the default routes change
 * @param yarn whether HDFS and YARN run on it
 * @param shuffle the NodeManagers' shuffle handler
 * @param installation where its programs are
 * @param room of containers on the nodes
 * @param startedAtMillis when {@code up} began, Unix time
 * @param links both directions of every link, in order
 * @param processes all that were started, including those that have ended
 */
public record TestbedState(
    String prefix,
    String topology,
    Phase phase,
    boolean netem,
    LabNetwork network,
    double rerouteSeconds,
    boolean yarn,
    ShuffleMode shuffle,
    Installation installation,
    ContainerRoom room,
    long startedAtMillis,
    List<LinkState> links,
    List<ProcessRecord> processes) {

  /** The phase of a testbed. */
  public enum Phase {
    /** {@code up} has begun and has not ended. */
    STARTING,
    /** The testbed can be used. */
    UP
  }

  /**
   * One direction of a link.
   *
   * @param from the sending site
   * @param to the receiving site
   * @param cut whether it is cut
   * @param rateBytesPerSecond its present rate, IP bytes per second
   */
  public record LinkState(String from, String to, boolean cut, double rateBytesPerSecond) {
    /** Returns this link, cut or not. */
    public LinkState withCut(boolean nowCut) {
      return new LinkState(from, to, nowCut, rateBytesPerSecond);
    }

    /** Returns this link at another rate. */
    public LinkState withRate(double nowBytesPerSecond) {
      return new LinkState(from, to, cut, nowBytesPerSecond);
    }
  }

  /** Copies the lists. */
  public TestbedState {
    links = List.copyOf(links);
    processes = List.copyOf(processes);
  }

  /** Returns this state in another phase. */
  public TestbedState withPhase(Phase now) {
    return new TestbedState(prefix, topology, now, netem, network, rerouteSeconds, yarn, shuffle, installation, room,
        startedAtMillis, links, processes);
  }

  /** Returns this state with another shuffle. */
  public TestbedState withShuffle(ShuffleMode now) {
    return new TestbedState(prefix, topology, phase, netem, network, rerouteSeconds, yarn, now, installation, room,
        startedAtMillis, links, processes);
  }

  /** Returns this state with other programs for processes that are started later. */
  public TestbedState withInstallation(Installation now) {
    return new TestbedState(prefix, topology, phase, netem, network, rerouteSeconds, yarn, shuffle, now, room,
        startedAtMillis, links, processes);
  }

  /** Returns this state with its links in another state. */
  public TestbedState withLinks(List<LinkState> now) {
    return new TestbedState(prefix, topology, phase, netem, network, rerouteSeconds, yarn, shuffle, installation, room,
        startedAtMillis, now, processes);
  }

  private TestbedState withProcesses(List<ProcessRecord> now) {
    return new TestbedState(prefix, topology, phase, netem, network, rerouteSeconds, yarn, shuffle, installation, room,
        startedAtMillis, links, now);
  }

  /** Returns this state with these processes, each in the place of an earlier process of its name on its host. */
  public TestbedState plusProcesses(List<ProcessRecord> started) {
    return withProcesses(ImmutableList.<ProcessRecord>builder()
        .addAll(processes.stream().filter(old -> started.stream().noneMatch(old::isNamesake)).iterator())
        .addAll(started)
        .build());
  }

  /** Returns the running process of this name on this host. */
  public Optional<ProcessRecord> process(String host, String name) {
    return processes.stream()
        .filter(process -> process.host().equals(host) && process.name().equals(name) && process.isAlive())
        .findFirst();
  }
}
