package dev.terra.testbed.control;

import com.google.common.collect.ImmutableList;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.TerraSize;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.hadoop.Container;
import dev.terra.testbed.net.HostEntry;
import dev.terra.testbed.net.LinkCounters;
import dev.terra.testbed.net.NetemLinks;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.os.Machine;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.plan.LinkShape;
import dev.terra.testbed.plan.SiteNet;
import dev.terra.testbed.plan.WanLink;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState.LinkState;
import dev.terra.testbed.state.TestbedState.Phase;
import dev.terra.testbed.state.TestbedState;
import dev.terra.topology.Topologies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A testbed that is up: an emulated WAN in network namespaces and, unless it was left out, a YARN cluster on it. All that it is
 * lies in its state directory, so any process may open it, change it and take it down; changes lock each other out.
 */
public final class Testbed {
  /** Removing namespaces and files takes a second or two. */
  private static final Duration CLEAN_UP_PATIENCE = Duration.ofSeconds(30);
  /** A killed process is gone when it has given its memory back. */
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  /** The kernel's own bound on the packets that a frame stands for. */
  private static final int MAX_SEGMENTS = 65_535;

  private final StateDirectory directory;
  private final AddressPlan addresses;

  private Testbed(StateDirectory directory, Wan wan) {
    this.directory = directory;
    this.addresses = new AddressPlan(wan);
  }

  /**
   * Brings a testbed up. If that fails, nothing is left.
   *
   * @param progress gets a line for every step
   * @throws TestbedException if one is up already, something is missing, or a step fails
   */
  public static Testbed up(StateDirectory directory, UpRequest request, Consumer<String> progress) {
    Machine.check(request.prefix());
    request.installation().check(request.yarn(), request.shuffle());
    Testbed testbed = new Testbed(directory, request.wan());
    return directory.locked(() -> {
      refuseSecond(directory, request.prefix());
      testbed.startOrLeaveNothing(request, progress);
      return testbed;
    });
  }

  private void startOrLeaveNothing(UpRequest request, Consumer<String> progress) {
    CleanEnd end = new CleanEnd(CLEAN_UP_PATIENCE);
    try {
      startOrDestroy(request, progress);
    } finally {
      end.over();
    }
  }

  private void startOrDestroy(UpRequest request, Consumer<String> progress) {
    try {
      start(request, progress);
    } catch (RuntimeException e) {
      boolean wasInterrupted = Thread.interrupted();
      destroy(directory, request.prefix());
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
      throw e;
    }
  }

  private static void refuseSecond(StateDirectory directory, String prefix) {
    Optional<TestbedState> state = directory.load();
    if (state.isPresent()) {
      String how = state.get().phase() == Phase.UP ? "is up in " : "was left half-started in ";
      throw new TestbedException("a testbed (" + state.get().topology() + ") " + how + directory.root()
          + "; take it down first: testbed down");
    }
    List<String> foreign = Network.namespaces(prefix);
    if (!foreign.isEmpty()) {
      throw new TestbedException("there are network namespaces of another testbed or of one that crashed ("
          + foreign.get(0) + ", ...); remove them: testbed down");
    }
  }

  private void start(UpRequest request, Consumer<String> progress) {
    boolean netem = NetemLinks.isAvailable(request.prefix());
    List<LinkState> links = addresses.links().stream().flatMap(link -> link.directions().stream())
        .map(link -> new LinkState(link.id().from().name(), link.id().to().name(), false, link.capacity().bytesPerSecond()))
        .toList();
    directory.save(new TestbedState(request.prefix(), request.wan().name(), Phase.STARTING, netem, request.network(),
        request.rerouteDelay().toMillis() / 1e3, request.yarn(), request.shuffle(), request.installation(),
        request.nodeMegabytes(), System.currentTimeMillis(), links, List.of()));
    directory.write("topology.yaml", Topologies.toYaml(addresses.withSubnets()));
    progress.accept("network: " + addresses.wan() + ", " + addresses.hosts().size() + " hosts, links by "
        + (netem ? "netem" : "our own emulator (this kernel has no netem)"));
    network().create().forEach(this::record);
    switches().ifPresent(all -> all.obey(request.onos(), request.installation(), progress));
    Cluster cluster = new Cluster(directory, addresses, request.installation(), request.nodeMegabytes(), progress);
    if (request.tls()) {
      cluster.makeCertificates();
    }
    if (request.yarn()) {
      cluster.start(request.shuffle(), this::record);
    } else if (request.shuffle() == ShuffleMode.TERRA) {
      cluster.startTerraOnly(request.terra(), this::record);
    }
    change(state -> state.withPhase(Phase.UP));
  }

  private void record(ProcessRecord process) {
    change(state -> state.plusProcesses(List.of(process)));
  }

  private synchronized void change(UnaryOperator<TestbedState> operator) {
    directory.save(operator.apply(state()));
  }

  /**
   * The testbed in a state directory.
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
   * Removes whatever is left of a testbed, also of one that crashed.
   *
   * @param defaultPrefix what the names of its namespaces begin with, if its state is lost
   * @return what was removed, in words; empty if there was nothing
   */
  public static List<String> down(StateDirectory directory, String defaultPrefix) {
    return directory.locked(
        () -> destroy(directory, stateIfReadable(directory).map(TestbedState::prefix).orElse(defaultPrefix)));
  }

  private static Optional<TestbedState> stateIfReadable(StateDirectory directory) {
    try {
      return directory.load();
    } catch (TestbedException e) {
      return Optional.empty();
    }
  }

  private static List<String> destroy(StateDirectory directory, String prefix) {
    ImmutableList.Builder<String> removed = ImmutableList.builder();
    Optional<TestbedState> state = stateIfReadable(directory);
    List<ProcessRecord> alive = state.map(TestbedState::processes).orElse(List.of()).stream()
        .filter(ProcessRecord::isAlive).toList();
    alive.forEach(ProcessRecord::kill);
    List<String> namespaces = Network.namespaces(prefix);
    if (!namespaces.isEmpty()) {
      Network.destroy(namespaces);
      removed.add(namespaces.size() + " network namespaces");
    }
    if (!alive.isEmpty()) {
      Waiting.until(KILL_PATIENCE, () -> alive.stream().noneMatch(ProcessRecord::isAlive));
      removed.add(alive.size() + " processes");
    }
    if (state.isPresent()) {
      removed.add(directory.root().toString());
    }
    directory.delete();
    return removed.build();
  }

  /** Its state now. */
  public TestbedState state() {
    return directory.load().orElseThrow(() -> new TestbedException("the testbed in " + directory.root() + " is gone"));
  }

  /** Where its files are. */
  public StateDirectory directory() {
    return directory;
  }

  /** Who has which name and address. */
  public AddressPlan addresses() {
    return addresses;
  }

  private Network network() {
    TestbedState state = state();
    return new Network(directory, addresses, state.prefix(), state.netem(), state.network());
  }

  /** The switches between its sites, where it has any. */
  public Optional<SwitchControl> switches() {
    return network().switches().map(all -> new SwitchControl(directory, addresses, all, this::record));
  }

  /**
   * Cuts both directions of a link: what it carries is lost from now on. The default routes follow after the re-route delay. Where
   * the network knows tunnels, its ports lose their signal at once; else the loss is silent.
   */
  public void cutLink(SiteId a, SiteId b) {
    setCut(addresses.link(a, b), true);
  }

  /** Restores a link that was cut. */
  public void restoreLink(SiteId a, SiteId b) {
    setCut(addresses.link(a, b), false);
  }

  private void setCut(WanLink link, boolean cut) {
    directory.locked(() -> {
      Network network = network();
      if (state().network() != LabNetwork.OVERLAY) {
        network.signal(link, !cut);
      }
      network.links().cut(link, shape(link, true), shape(link, false), cut);
      changeLinks(link, old -> old.withCut(cut));
      TestbedState state = state();
      Set<LinkId> allCut = state.links().stream().filter(LinkState::cut)
          .map(old -> LinkId.of(old.from(), old.to())).collect(Collectors.toSet());
      network.reroute(allCut, Duration.ofMillis(Math.round(state.rerouteSeconds() * 1e3))).ifPresent(this::record);
      return null;
    });
  }

  /** Gives both directions of a link another rate, IP bytes per second. */
  public void setLinkRate(SiteId a, SiteId b, Bandwidth rate) {
    if (rate.bytesPerSecond() < 1) {
      throw new TestbedException("a link's rate must be above 0, got " + rate + "; to stop it use: link cut");
    }
    WanLink link = addresses.link(a, b);
    directory.locked(() -> {
      boolean cut = linkState(link.forward().id()).cut();
      network().links().shape(link, true, shape(link, true).withRate(rate), cut);
      network().links().shape(link, false, shape(link, false).withRate(rate), cut);
      changeLinks(link, old -> old.withRate(rate.bytesPerSecond()));
      return null;
    });
  }

  /**
   * Has one direction of a link misbehave, in the manner of {@link Impairment} and no other; routes do not follow. A later cut,
   * restore or rate may end it.
   *
   * @throws TestbedException if it cannot be emulated on this machine
   */
  public void impairLink(SiteId from, SiteId to, Impairment impairment) {
    WanLink link = addresses.link(from, to);
    boolean forward = link.first().site().equals(from);
    directory.locked(() -> {
      if (!state().netem()) {
        asPackets(link, forward, impairment.lossShare() > 0);
      }
      network().links().impair(link, forward, shape(link, forward), impairment);
      return null;
    });
  }

  /** The emulator sees frames that stand for many packets; where packets are to be lost, each has to be a frame of its own. */
  private void asPackets(WanLink link, boolean forward, boolean single) {
    SiteNet sender = forward ? link.first() : link.second();
    network().configure("packets", Map.of(sender.routerName(),
        List.of("link set dev " + link.routerInterface() + " gso_max_segs " + (single ? 1 : MAX_SEGMENTS))));
  }

  private void changeLinks(WanLink link, UnaryOperator<LinkState> operator) {
    Set<SiteId> ends = Set.of(link.first().site(), link.second().site());
    change(state -> state.withLinks(state.links().stream()
        .map(old -> ends.equals(Set.of(new SiteId(old.from()), new SiteId(old.to()))) ? operator.apply(old) : old)
        .toList()));
  }

  private LinkState linkState(LinkId id) {
    return state().links().stream().filter(link -> LinkId.of(link.from(), link.to()).equals(id)).findFirst().orElseThrow();
  }

  private LinkShape shape(WanLink link, boolean forward) {
    LinkShape initial = LinkShape.of(forward ? link.forward() : link.backward());
    LinkState now = linkState(forward ? link.forward().id() : link.backward().id());
    return initial.withRate(new Bandwidth(now.rateBytesPerSecond()));
  }

  /** What every directed link has carried since the testbed came up, IP bytes. */
  public List<LinkCounters> linkCounters() {
    return network().links().counters(addresses.links());
  }

  /**
   * Switches the NodeManagers to another shuffle handler, with or without Terra's controller and agents, and waits until all are
   * back. No job may be running.
   */
  public void shuffle(ShuffleMode mode, Consumer<String> progress) {
    TestbedState state = state();
    if (!state.yarn()) {
      throw new TestbedException("this testbed has no YARN (testbed up --no-yarn)");
    }
    state.installation().check(true, mode);
    directory.locked(() -> {
      change(now -> now.withShuffle(mode));
      new Cluster(directory, addresses, state.installation(), state.nodeMegabytes(), progress)
          .switchTo(mode, state.processes(), this::record);
      return null;
    });
  }

  /** Starts Terra's controller and agents on a testbed without YARN, and waits until all agents serve. */
  public void startTerra(TerraSize size, Consumer<String> progress) {
    TestbedState state = state();
    state.installation().check(false, ShuffleMode.TERRA);
    directory.locked(() -> {
      new Cluster(directory, addresses, state.installation(), state.nodeMegabytes(), progress).startTerraOnly(size, this::record);
      return null;
    });
  }

  /**
   * Makes an archive of the classes that Terra's controller and agents have loaded since they were started, for those that start later;
   * nothing happens where there is one already.
   */
  public void makeTerraArchive(Consumer<String> progress) {
    ClassArchive.ofTerra(directory, state().installation()).make(progress);
  }

  /** Terra's controller, if it runs. */
  public Optional<ProcessRecord> controller() {
    return state().process(addresses.core().name(), Cluster.CONTROLLER);
  }

  /** The agent of a site, if it runs. */
  public Optional<ProcessRecord> agent(SiteId site) {
    return state().process(addresses.gateway(site).name(), Cluster.AGENT);
  }

  /** The NodeManager of a host, if it runs; its containers live on when it is killed. */
  public Optional<ProcessRecord> nodeManager(String host) {
    return state().process(host, Cluster.NODE_MANAGER);
  }

  /** What runs in containers on all hosts. */
  public List<Container> containers() {
    return addresses.hosts(Role.WORKER).stream()
        .flatMap(host -> Container.running(directory, host).stream()).toList();
  }

  /** Starts the NodeManager of a host again, unless it runs; does not wait for it. */
  public void restartNodeManager(String host) {
    restart(addresses.host(host), Cluster.NODE_MANAGER, cluster -> cluster.startNodeManager(addresses.host(host), state().shuffle()));
  }

  /** Decommissions these hosts and no others: YARN ends what runs on them. */
  public void decommission(List<String> hosts) {
    TestbedState state = state();
    new Cluster(directory, addresses, state.installation(), state.nodeMegabytes(), line -> { }).decommission(hosts);
  }

  /** Starts the controller again, unless it runs; does not wait for it. */
  public void restartController(TerraSize size) {
    restart(addresses.core(), Cluster.CONTROLLER, cluster -> cluster.startController(size));
  }

  /**
   * Starts the agent of a site again, unless it runs; does not wait for it.
   *
   * @param spool what it has for its spool
   */
  public void restartAgent(SiteId site, TerraSize size, SpoolSize spool) {
    restart(addresses.gateway(site), Cluster.AGENT, cluster -> cluster.startAgent(site, size, spool));
  }

  private void restart(Host host, String role, Function<Cluster, ProcessRecord> start) {
    directory.locked(() -> {
      TestbedState state = state();
      if (state.process(host.name(), role).isEmpty()) {
        record(start.apply(new Cluster(directory, addresses, state.installation(), state.nodeMegabytes(), line -> { })));
      }
      return null;
    });
  }

  /** Ends Terra's controller and agents on a testbed without YARN. */
  public void stopTerra() {
    Cluster.stopTerra(state().processes());
  }

  /** Runs lines of {@code ip -batch} in namespaces, named without the testbed's prefix; safe to repeat if the lines are. */
  public void configure(String name, Map<String, List<String>> linesByNamespace) {
    directory.locked(() -> {
      network().configure(name, linesByNamespace);
      return null;
    });
  }

  /** A process builder for a command on a host: its network, its host name, the testbed's hosts file. */
  public ProcessBuilder command(String host, List<String> command) {
    return new HostEntry(directory).command(addresses.host(host).name(), command);
  }

  /** Starts a process on a host that outlives this one and is ended by {@code down}; its output goes to the log directory. */
  public ProcessRecord start(String host, String name, List<String> command, Map<String, String> environment) {
    ProcessRecord process = new HostEntry(directory).start(addresses.host(host).name(), name, command, environment);
    record(process);
    return process;
  }
}
