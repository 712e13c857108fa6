package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.AgentConfigFile;
import dev.terra.config.ConfigException;
import dev.terra.config.YamlFile;
import dev.terra.config.YamlMap;
import dev.terra.controller.ControllerConfig;
import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks configuration files of any kind against this host and, unless the check stays on this host, against the hosts that they name. */
public final class ConfigCheck {
  private static final long MAX_FILE_BYTES = 1 << 20;
  private static final Path PROC = Path.of("/proc");

  private final boolean offline;
  private final @Nullable Path hadoop;
  private final Instant now;

  /**
   * Makes a check.
   *
   * @param offline whether the check stays on this host
   * @param hadoop Hadoop's folder, for NodeManagers, where it is known
   */
  public ConfigCheck(boolean offline, @Nullable Path hadoop, Instant now) {
    this.offline = offline;
    this.hadoop = hadoop;
    this.now = now;
  }

  /** Returns all findings about a file and its host; the most severe one prevents the file from being loaded. */
  public List<Finding> of(Path file) {
    try {
      if (file.toString().endsWith(".xml")) {
        return NodeManagerCheck.of(file, hadoop, offline, now);
      }
      Set<String> keys = YamlMap.of(YamlFile.read(file, MAX_FILE_BYTES)).values().keySet();
      return keys.contains("sites") ? topology(file) : isAgents(file, keys) ? agent(file) : controller(file);
    } catch (ConfigException e) {
      return List.of(LoadFailure.of(file, "topology", e));
    }
  }

  private static boolean isAgents(Path file, Set<String> keys) {
    boolean named = file.getFileName().toString().startsWith("agent");
    return named || keys.contains("site") || keys.contains("neighbours") || keys.contains("controller") || keys.contains("listenAddress");
  }

  private static List<Finding> topology(Path file) {
    return new SitesCheck(file, Topologies.load(file)).findings();
  }

  private List<Finding> agent(Path file) {
    AgentConfig config = AgentConfigFile.load(file);
    Path topology = topologyOf(file);
    List<Finding> findings = new ArrayList<>(AgentCheck.of(file, topology, config, now));
    findings.addAll(KernelCheck.of(PROC, config.wan(), config.site()));
    findings.addAll(FirstWindowCheck.of(file, config));
    if (!offline) {
      findings.addAll(LinksCheck.of(file, topology, config));
    }
    return findings;
  }

  private List<Finding> controller(Path file) {
    ControllerConfig config = ControllerConfig.load(file);
    Wan wan = Topologies.load(Path.of(config.topology()));
    return ControllerCheck.of(file, config, wan, now);
  }

  private static Path topologyOf(Path file) {
    return file.toAbsolutePath().resolveSibling(YamlMap.of(YamlFile.read(file, MAX_FILE_BYTES)).text("topology"));
  }
}
