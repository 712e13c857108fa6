package dev.terra.testbed.hadoop;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.Installation;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.net.HostEntry;
import dev.terra.testbed.net.HostHttp;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.plan.SiteNet;
import dev.terra.testbed.secure.SecureCluster;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * HDFS and YARN on a testbed's hosts, and Terra's controller and agents. All processes start at once; each of them waits for those that
 * it needs.
 */
public final class Cluster {
  /** The process name of a NodeManager. Process names appear in the state and in log file names. */
  public static final String NODE_MANAGER = "nodemanager";
  /** The process name of an agent. */
  public static final String AGENT = AgentSet.AGENT;
  /** The process name of the controller. */
  public static final String CONTROLLER = ControllerSet.CONTROLLER;
  /** The process name of ZooKeeper, which runs if there are several controllers. */
  public static final String ZOOKEEPER = "zookeeper";
  /** The topology file that Terra uses if it is not the true one. */
  public static final String TOLD_TOPOLOGY = TerraConfig.TOLD_TOPOLOGY;
  /** The port at which agents accept tunnels, at the addresses of links. */
  public static final int TUNNEL_PORT = TerraConfig.TUNNEL_PORT;
  /** The impairment of a link that flips a bit in 1 % of tunnels' frames: several a second at the rates of a testbed. */
  public static final Impairment CORRUPTED_TUNNELS = Impairment.corruption(0.01, TUNNEL_PORT);
  /** The port at which agents answer {@code GET /v1/stats}. */
  public static final int FETCH_PORT = TerraConfig.FETCH_PORT;

  /** The time without a heartbeat of its NodeManager after which YARN considers a node lost. */
  public static final int NODE_EXPIRY_SECONDS = HadoopConfig.NODE_EXPIRY_SECONDS;

  private static final int NAME_NODE_MEGABYTES = 256;
  private static final int RESOURCE_MANAGER_MEGABYTES = 384;
  private static final int DATA_NODE_MEGABYTES = 192;
  private static final int NODE_MANAGER_MEGABYTES = 384;
  private static final int TOOL_MEGABYTES = 256;
  private static final int CONTROLLER_MEGABYTES = 256;
  private static final int ZOOKEEPER_MEGABYTES = 64;
  /** The time for the cluster to start, beside that for each host: a JVM takes 5 s of work on few cores; this is a wide margin. */
  private static final Duration PATIENCE_BASE = Duration.ofSeconds(60);
  private static final Duration PATIENCE_PER_HOST = Duration.ofSeconds(15);
  /** The time for a leader to answer, which takes milliseconds unless it waits for a core. */
  private static final Duration LEADER_PATIENCE = Duration.ofSeconds(2);
  /** The time for a NodeManager to end after a request, which takes a second or two. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(8);

  private final StateDirectory directory;
  private final AddressPlan addresses;
  private final Installation installation;
  private final ClassArchive classes;
  private final ClassArchive terraClasses;
  private final HadoopConfig config;
  private final HostEntry hosts;
  private final SecureCluster secure;
  private final Consumer<String> progress;

  /** The cluster of a testbed. */
  public Cluster(
      StateDirectory directory, AddressPlan addresses, Installation installation, ContainerRoom room, Consumer<String> progress) {
    this.directory = directory;
    this.addresses = addresses;
    this.installation = installation;
    this.classes = ClassArchive.ofHadoop(directory, installation);
    this.terraClasses = ClassArchive.ofTerra(directory, installation);
    this.config = new HadoopConfig(addresses, directory.root(), installation.hadoopLibraries(), classes, room);
    this.hosts = new HostEntry(directory);
    this.secure = new SecureCluster(directory, addresses);
    this.progress = progress;
  }

  /**
   * Starts all processes and waits until all NodeManagers and DataNodes are registered.
   *
   * @param started receives every process as soon as it is started
   */
  public void start(ShuffleMode mode, Consumer<ProcessRecord> started) {
    writeConfig(mode);
    if (secure.exists()) {
      started.accept(secure.startKdc(hosts));
    }
    long since = System.currentTimeMillis();
    started.accept(hosts.start(addresses.core().name(), "resourcemanager", Jvm.hadoop(directory.file("tmp"), classes,
        classPath(addresses.core(), config.placesReducers() ? ":" + installation.placementJar() : ""),
        RESOURCE_MANAGER_MEGABYTES, "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", List.of()), Map.of()));
    progress.accept("HDFS: format");
    formatNameNode();
    progress.accept("HDFS and YARN: NameNode, ResourceManager, " + workers().size() + " DataNodes and NodeManagers");
    started.accept(daemon(addresses.core(), "namenode", NAME_NODE_MEGABYTES, "org.apache.hadoop.hdfs.server.namenode.NameNode"));
    List<ProcessRecord> terra = startTerra(mode, TerraSetup.USUAL);
    terra.forEach(started);
    List<ProcessRecord> nodes = new ArrayList<>(startNodeManagers(mode));
    workers().forEach(host -> nodes.add(daemon(host, "datanode", DATA_NODE_MEGABYTES, "org.apache.hadoop.hdfs.server.datanode.DataNode")));
    nodes.forEach(started);
    awaitTerra(terra);
    readiness().awaitHdfs(workers().size(), nodes);
    readiness().awaitYarn(workers().size(), nodes, since);
    if (secure.exists()) {
      tool("folders", "HDFS has no folders for users", "org.apache.hadoop.fs.FsShell",
          List.of("-Dfs.permissions.umask-mode=000", "-mkdir", "-p", "/user", "/demo/output"));
    }
  }

  /** Makes keys, so that the shuffle uses HTTPS. It is called before anything is started. */
  public void encryptShuffle() {
    new EncryptedShuffle(directory.root()).create(addresses);
  }

  /**
   * Makes users and an encrypted shuffle. It is called before anything is started, and after {@link #makeCertificates}.
   *
   * @param nativeLibrary Hadoop's
   */
  public void haveUsers(Path nativeLibrary) {
    progress.accept("security: a KDC, accounts, keys, a container-executor");
    encryptShuffle();
    secure.create(nativeLibrary);
    secure.giveToManagers(new EncryptedShuffle(directory.root()).key());
    secure.giveToManagers(directory.file(TerraConfig.TLS, "nodes"));
  }

  /** Starts only Terra's controller and agents, for shuffles that are submitted to them, and waits until all agents serve. */
  public void startTerraOnly(TerraSetup size, Consumer<ProcessRecord> started) {
    directory.write("tmp/README", "Temporary files of the daemons.\n");
    List<ProcessRecord> terra = startTerra(ShuffleMode.TERRA, size);
    terra.forEach(started);
    Duration patience = PATIENCE_BASE.plus(PATIENCE_PER_HOST.multipliedBy(addresses.sites().size()));
    new Readiness(directory, addresses.core(), patience, progress)
        .awaitAgents(addresses.hosts(Role.GATEWAY), agents().slicePorts(FETCH_PORT), terra);
  }

  /** * Ends the NodeManagers, starts them with another shuffle handler, and waits until all of them serve again. No job may be running. */
  public void switchTo(ShuffleMode mode, List<ProcessRecord> running, Consumer<ProcessRecord> started) {
    stop(running.stream().filter(process -> process.name().equals(NODE_MANAGER)).toList());
    stopTerra(running);
    writeConfig(mode);
    List<ProcessRecord> terra = startTerra(mode, TerraSetup.USUAL);
    terra.forEach(started);
    long since = System.currentTimeMillis();
    List<ProcessRecord> nodes = startNodeManagers(mode);
    nodes.forEach(started);
    awaitTerra(terra);
    readiness().awaitYarn(workers().size(), nodes, since);
  }

  /** Returns the options by which a command on one of a testbed's hosts reaches the testbed's controller. */
  public static List<String> controllerOptions(StateDirectory directory, AddressPlan addresses) {
    List<String> options = new ArrayList<>(List.of("--controller", new ControllerSet(directory, addresses).addresses()));
    Path client = directory.file(TerraConfig.TLS, "client");
    if (Files.isDirectory(client)) {
      options.addAll(List.of("--tls", client.toString()));
    }
    return options;
  }

  /** Makes the certificates with which Terra's controller and agents use TLS from then on. */
  public void makeCertificates() {
    Path log = directory.file("log", "core-certs.log");
    List<String> command = new ArrayList<>(installation.terraCommand());
    command.addAll(List.of("certs", "--topology", directory.file("topology.yaml").toString(),
        "--out", directory.file(TerraConfig.TLS).toString()));
    progress.accept("TLS: certificates for " + addresses.sites().size() + " sites, the controller and clients");
    try {
      Files.createDirectories(log.getParent());
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().put("TERRA_NO_BUILD", "1");
      if (builder.start().waitFor() != 0) {
        throw new TestbedException("the certificates cannot be made (log: " + log + ")");
      }
    } catch (IOException e) {
      throw new TestbedException("the certificates cannot be made: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted", e);
    }
  }

  /** Ends, among processes, the controllers, what they need, and the agents. */
  public static void stopTerra(List<ProcessRecord> running) {
    stop(running.stream().filter(process -> process.name().startsWith(AGENT) || process.name().startsWith(CONTROLLER)).toList());
    stop(running.stream().filter(process -> process.name().equals(ZOOKEEPER)).toList());
  }

  /** Sets the number of controllers from the next start on, 1 to 5. */
  public void useControllers(int count) {
    controllers().use(count);
  }

  /** Sets the number of agents of each site from the next start on, 1 to 4. */
  public void useAgentsPerSite(int count) {
    agents().use(count);
  }

  /** Returns the ports at which the agents of a site may serve fetches. */
  public List<Integer> fetchPorts() {
    return agents().slicePorts(FETCH_PORT).stream().flatMap(List::stream).toList();
  }

  /** Returns how many agents share each site. */
  public int agentsPerSite() {
    return agents().count();
  }

  /** Returns the name of the process of one of a site's agents, numbered from 0. */
  public static String agentName(int number) {
    return AgentSet.name(number);
  }

  /** Returns the id with which one of the agents on a gateway, numbered from 0, identifies itself. */
  public static AgentId agentId(Host gateway, int number) {
    return new AgentId(gateway.site(), gateway.name() + AgentSet.suffix(number));
  }

  /** Returns the port at which one of a site's agents serves fetches while it carries a slice. */
  public static int fetchPort(int number, int slice) {
    return AgentSet.slicePort(number, slice, FETCH_PORT);
  }

  private AgentSet agents() {
    return new AgentSet(directory);
  }

  private ControllerSet controllers() {
    return new ControllerSet(directory, addresses);
  }

  /** Returns the names of the controllers' processes, in order. */
  public List<String> controllerNames() {
    return controllers().names();
  }

  /** Returns the name of the controller that leads; empty if none answers. */
  public Optional<String> leader() {
    HostHttp http = new HostHttp(directory);
    ControllerSet all = controllers();
    return all.numbers().filter(number ->
            http.get(addresses.core().name(), "127.0.0.1", all.httpPort(number), "/api/v1/whoami", LEADER_PATIENCE).isPresent())
        .mapToObj(ControllerSet::name).findFirst();
  }

  /** Starts ZooKeeper; does not wait for it. */
  public ProcessRecord startZooKeeper() {
    classes.prepare();
    Path file = directory.write("conf." + addresses.core().name() + "/zoo.cfg", controllers().zooKeeper());
    return hosts.start(addresses.core().name(), ZOOKEEPER, Jvm.hadoop(directory.file("tmp"), classes, classPath(addresses.core(), ""),
        ZOOKEEPER_MEGABYTES, "org.apache.zookeeper.server.ZooKeeperServerMain", List.of(file.toString())), Map.of());
  }

  private void writeConfig(ShuffleMode mode) {
    classes.prepare();
    NodeAdditions additions = NodeAdditions.load(directory, mode);
    directory.write("racks", config.rackTable());
    directory.write(HadoopConfig.EXCLUDED_NODES, "");
    config.clientFiles().forEach((name, text) -> directory.write("conf/" + name, text));
    ImmutableList.<Host>builder().add(addresses.core()).addAll(workers()).build().forEach(host ->
        config.daemonFiles(host, mode, additions).forEach((name, text) -> directory.write("conf." + host.name() + "/" + name, text)));
    directory.write("tmp/README", "Temporary files of the daemons.\n");
    if (secure.exists()) {
      secure.openFolders();
    }
  }

  private ImmutableList<Host> workers() {
    return addresses.hosts(Role.WORKER);
  }

  /** Returns the address at which the agent of a site serves the shuffle handlers of its site. */
  public static String agentAddress(AddressPlan addresses, SiteId site) {
    return HadoopConfig.agentAddress(addresses, site);
  }

  private Readiness readiness() {
    Duration patience = PATIENCE_BASE.plus(PATIENCE_PER_HOST.multipliedBy(workers().size()));
    return new Readiness(directory, addresses.core(), patience, progress);
  }

  private void formatNameNode() {
    tool("format", "HDFS cannot be formatted", "org.apache.hadoop.hdfs.server.namenode.NameNode", List.of("-format", "-nonInteractive"));
  }

  /**
   * Decommissions hosts: the ResourceManager immediately ends their containers and orders their NodeManagers to end. Hosts that were
   * decommissioned before and are not named may come back.
   */
  public void decommission(List<String> hostNames) {
    directory.write(HadoopConfig.EXCLUDED_NODES, hostNames.stream().map(name -> name + "\n").collect(Collectors.joining()));
    tool("refresh-nodes", "the ResourceManager does not read its list of nodes", "org.apache.hadoop.yarn.client.cli.RMAdminCLI",
        List.of("-refreshNodes"));
  }

  /** Runs one of Hadoop's commands on the core host and waits for its end, at most a minute. */
  private void tool(String name, String failure, String mainClass, List<String> arguments) {
    Path log = directory.file("log", "core-" + name + ".log");
    try {
      Files.createDirectories(log.getParent());
      ProcessBuilder command = hosts.command(addresses.core().name(),
          Jvm.hadoop(directory.file("tmp"), classes, classPath(addresses.core(), ""), TOOL_MEGABYTES, mainClass, arguments));
      command.environment().putAll(secure.credentials(SecureCluster.superuser()));
      Process process = command.redirectErrorStream(true).redirectInput(new File("/dev/null")).redirectOutput(log.toFile()).start();
      boolean ended = process.waitFor(PATIENCE_BASE.toSeconds(), TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      if (!ended || process.exitValue() != 0) {
        throw new TestbedException(failure + " (log: " + log + ")");
      }
    } catch (IOException e) {
      throw new TestbedException(failure + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted", e);
    }
  }

  private List<ProcessRecord> startNodeManagers(ShuffleMode mode) {
    return workers().stream().map(host -> startNodeManager(host, mode)).toList();
  }

  /** Starts the NodeManager of a host; does not wait for it. */
  public ProcessRecord startNodeManager(Host host, ShuffleMode mode) {
    StringBuilder extra = new StringBuilder(mode == ShuffleMode.TERRA ? ":" + installation.shuffleJar() : "");
    NodeAdditions.load(directory, mode).classPath().forEach(path -> extra.append(':').append(path));
    List<String> command = Jvm.hadoop(directory.file("tmp"), classes, classPath(host, extra.toString()),
        NODE_MANAGER_MEGABYTES, "org.apache.hadoop.yarn.server.nodemanager.NodeManager", List.of());
    return hosts.start(host.name(), NODE_MANAGER, secure.exists() ? secure.asManager(command) : command, Map.of());
  }

  private ProcessRecord daemon(Host host, String name, int heapMegabytes, String mainClass) {
    return hosts.start(host.name(), name,
        Jvm.hadoop(directory.file("tmp"), classes, classPath(host, ""), heapMegabytes, mainClass, List.of()), Map.of());
  }

  private String classPath(Host host, String extra) {
    return directory.file("conf." + host.name()) + extra;
  }

  private List<ProcessRecord> startTerra(ShuffleMode mode, TerraSetup size) {
    if (mode == ShuffleMode.STOCK) {
      return List.of();
    }
    List<String> names = controllerNames();
    progress.accept("Terra: " + (names.size() > 1 ? names.size() + " controllers, ZooKeeper" : "controller") + " and "
        + addresses.sites().size() * agents().count() + " agents");
    terraClasses.prepare();
    ImmutableList.Builder<ProcessRecord> processes = ImmutableList.builder();
    if (names.size() > 1) {
      processes.add(startZooKeeper());
    }
    names.forEach(name -> processes.add(startController(size, name)));
    for (SiteNet site : addresses.sites()) {
      agents().numbers().forEach(number -> processes.add(startAgent(site.site(), number, size, SpoolSize.USUAL)));
    }
    return processes.build();
  }

  /** Changes the description of the network for controllers that are started later. */
  public static void misinform(StateDirectory directory, AddressPlan addresses, UnaryOperator<String> change) {
    directory.write(TunnelNetwork.INSTEAD, change.apply(network(directory, addresses).generated()));
  }

  private static TunnelNetwork network(StateDirectory directory, AddressPlan addresses) {
    TestbedState state = directory.load().orElseThrow(() -> new TestbedException("there is no testbed in " + directory.root()));
    return new TunnelNetwork(directory, addresses, state);
  }

  private TerraConfig terraConfig() {
    return new TerraConfig(addresses, directory.root(), network(directory, addresses));
  }

  /** Starts one of Terra's controllers; does not wait for it. */
  public ProcessRecord startController(TerraSetup size, String name) {
    String yaml = terraConfig().controller(size, controllerNames().indexOf(name));
    return terraProcess(new TerraRole(addresses.core(), CONTROLLER, name), CONTROLLER_MEGABYTES, yaml, List.of());
  }

  /** Starts one of a site's agents, numbered from 0; does not wait for it. */
  public ProcessRecord startAgent(SiteId site, int number, TerraSetup size, SpoolSize spool) {
    TerraConfig terra = terraConfig();
    List<String> wrapper = spool.realDiskBytes().isEmpty() ? List.of() : onSmallDisk(terra.spoolFolder(site, number), spool);
    return terraProcess(new TerraRole(addresses.gateway(site), AGENT, AgentSet.name(number)), size.agentMegabytes(),
        terra.agent(site, number, size, spool), wrapper);
  }

  /** Returns a wrapper that mounts a small file system, which only the wrapped process sees and which disappears with it. */
  private static List<String> onSmallDisk(Path folder, SpoolSize spool) {
    return List.of("sh", "-c", "mkdir -p '" + folder + "' && mount -t tmpfs -o size=" + spool.realDiskBytes().getAsLong() + " spool '"
        + folder + "' && exec \"$@\"", "on-small-disk");
  }

  private void awaitTerra(List<ProcessRecord> processes) {
    if (!processes.isEmpty()) {
      readiness().awaitAgents(addresses.hosts(Role.GATEWAY), agents().slicePorts(FETCH_PORT), processes);
    }
  }

  /** The command of a process of Terra's, its host, and its name there. */
  private record TerraRole(Host host, String command, String name) {}

  private ProcessRecord terraProcess(TerraRole role, int heapMegabytes, String yaml, List<String> wrapper) {
    Path file = directory.write("conf." + role.host.name() + "/" + role.name + ".yaml", yaml);
    List<String> command = new ArrayList<>(wrapper);
    command.addAll(installation.terraCommand());
    command.addAll(List.of(role.command, "--config", file.toString()));
    if (role.command.equals(CONTROLLER)) {
      command.addAll(List.of("--history", directory.file("history").toString()));
    }
    List<String> options = new ArrayList<>(List.of("-Xmx" + heapMegabytes + "m", "-Djava.io.tmpdir=" + directory.file("tmp")));
    options.addAll(Jvm.SMALL);
    options.add(terraClasses.option());
    return hosts.start(role.host.name(), role.name, command, Map.of("TERRA_NO_BUILD", "1", "TERRA_JAVA_OPTS", String.join(" ", options)));
  }

  private static void stop(List<ProcessRecord> processes) {
    processes.forEach(ProcessRecord::terminate);
    Waiting.until(STOP_PATIENCE, () -> processes.stream().noneMatch(ProcessRecord::isAlive));
    processes.forEach(ProcessRecord::kill);
    Waiting.until(STOP_PATIENCE, () -> processes.stream().noneMatch(ProcessRecord::isAlive));
  }
}
