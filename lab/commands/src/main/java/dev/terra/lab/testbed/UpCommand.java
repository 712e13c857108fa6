package dev.terra.lab.testbed;

import dev.terra.cli.progress.Progress;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import dev.terra.lab.command.NetworkOption;
import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.UpRequest.TerraRequest;
import dev.terra.testbed.WanRequest;
import dev.terra.testbed.YarnRequest;
import dev.terra.testbed.control.Testbed;
import dev.terra.topology.Topologies;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code testbed up}. */
@Command(name = "up", description = "Brings a testbed up.", mixinStandardHelpOptions = true, sortOptions = false)
final class UpCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private StateOption state;

  @Option(names = "--topology", paramLabel = "FILE", required = true, description = "The WAN: a .yaml or .gml file.")
  private Path topology;

  @Option(names = "--scale", paramLabel = "X", defaultValue = "1", description = "Multiplies all link capacities (default: 1).")
  private double scale;

  @Option(names = "--hosts-per-site", paramLabel = "N", description = "Worker hosts per site (default: as the topology file says).")
  private Integer hostsPerSite;

  @Option(names = "--reroute-seconds", paramLabel = "S", defaultValue = "2",
      description = "How long after a cut or a restore the default routes follow (default: 2).")
  private double rerouteSeconds;

  @Option(names = "--shuffle", paramLabel = "stock|terra", defaultValue = "stock", converter = ShuffleModeConverter.class,
      description = "The NodeManagers' shuffle handler (default: stock). With --no-yarn, terra starts the controller and agents only.")
  private ShuffleMode shuffle;

  @Option(names = "--no-yarn", description = "Only the WAN and its hosts, and Terra if --shuffle says so.")
  private boolean noYarn;

  @Mixin private NetworkOption network;

  @Option(names = "--onos", paramLabel = "URL", description = "With --network sdwan: an ONOS that is there already, such as "
      + "http://onos:rocks@HOST:8181; its OpenFlow port is 6653 (default: the testbed's own).")
  private Optional<URI> onos = Optional.empty();

  @Option(names = "--classes", paramLabel = "I:N:B", converter = LinkClassesConverter.class,
      description = "The links have weighted fair queues for interactive, normal and bulk traffic, by its marks: weights such as 8:4:1."
          + " Without it, each link has one queue.")
  private Optional<LinkClasses> classes = Optional.empty();

  @Option(names = "--tls", description = "Terra's controller and agents use TLS, with certificates made for this testbed.")
  private boolean tls;

  @Mixin
  private ProtectionOption protection;

  @Option(names = "--controllers", paramLabel = "N", defaultValue = "1",
      description = "Terra's controllers, 1 to 5; several agree on one through a ZooKeeper of the testbed's (default: 1).")
  private int controllers;

  @Mixin
  private AgentsOption agents;

  @Option(names = "--node-memory", paramLabel = "MB", defaultValue = "" + ContainerRoom.DEFAULT_NODE_MEGABYTES,
      description = "Memory that each NodeManager offers to containers (default: 6144).")
  private int nodeMegabytes;

  @Option(names = "--prefix", paramLabel = "P",
      description = "What the names of network namespaces begin with (default: $TERRA_PREFIX or terra-).")
  private String prefix = UpRequest.defaultPrefix();

  @Option(names = "--home", paramLabel = "DIR", description = "The built source tree (default: where this program is from).")
  private Path home = Installation.home();

  @Option(names = "--hadoop-lib", paramLabel = "DIR", description = "Hadoop's jars (default: those of the source tree).")
  private Path hadoopLibraries;

  @Option(names = "--shuffle-jar", paramLabel = "FILE", description = "Terra's shuffle handler (default: that of the archive).")
  private Path shuffleJar;

  @Option(names = "--terra-command", paramLabel = "COMMAND",
      description = "Runs 'terra', words separated by spaces (default: that of the archive that the source tree's build made).")
  private String terraCommand;

  @Override
  public Integer call() {
    Progress progress = new Progress(() -> spec.commandLine().getErr(), System::nanoTime);
    WanRequest wan = new WanRequest(wan(), Duration.ofMillis(Math.round(rerouteSeconds * 1e3)), network.value(), onos,
        classes);
    UpRequest request = new UpRequest(wan, prefix,
        new YarnRequest(!noYarn, shuffle, ContainerRoom.ofMegabytes(nodeMegabytes), protection.value()),
        new TerraRequest(TerraSetup.USUAL, tls, controllers, agents.perSite()), installation());
    Testbed.up(state.directory(), request, progress::say);
    progress.say("up; state in " + state.directory().root());
    return 0;
  }

  private Wan wan() {
    if (!(scale > 0) || !Double.isFinite(scale)) {
      throw new TestbedException("--scale must be a number above 0, got " + scale);
    }
    if (hostsPerSite != null && hostsPerSite < 1) {
      throw new TestbedException("--hosts-per-site must be at least 1, got " + hostsPerSite);
    }
    Wan wan = Topologies.load(topology).times(scale);
    return hostsPerSite == null ? wan : new Wan(wan.name(), wan.sites().stream().map(this::withHosts).toList(), wan.links());
  }

  private Site withHosts(Site site) {
    return site.withHosts(hostsPerSite, site.subnets());
  }

  private Installation installation() {
    Installation built = Installation.inSourceTree(home);
    return new Installation(
        built.sourceTree(),
        hadoopLibraries == null ? built.hadoopLibraries() : hadoopLibraries.toAbsolutePath(),
        shuffleJar == null ? built.shuffleJar() : shuffleJar.toAbsolutePath(),
        terraCommand == null ? built.terraCommand() : Arrays.asList(terraCommand.trim().split("\\s+")));
  }
}
