package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks whether the unit of systemd that runs an agent permits what the agent's configuration requires. */
final class UnitCheck {
  private static final String UNIT = "terra-agent.service";

  private UnitCheck() {}

  static List<Finding> of(Path file, AgentConfig config) {
    return of(file, config, SystemdUnit.FOLDERS);
  }

  static List<Finding> of(Path file, AgentConfig config, List<Path> folders) {
    Optional<SystemdUnit> unit = SystemdUnit.find(folders, UNIT).filter(found -> found.runsWith(file));
    List<Finding> findings = new ArrayList<>();
    unit.filter(found -> config.routerCommand().stream().limit(1).anyMatch(UnitCheck::isSudo)).flatMap(SystemdUnit::noMorePrivileges)
        .ifPresent(setting -> findings.add(Finding.error(file, "router.command", "sudo does not work under " + setting + " of " + UNIT,
            "install -D -m 644 share/systemd/terra-agent-router.conf /etc/systemd/system/" + UNIT
                + ".d/router.conf && systemctl daemon-reload"
                + " (of a package: /usr/share/doc/terra-agent/examples/terra-agent-router.conf)")));
    unit.ifPresent(found -> {
      config.submitFolders().forEach(folder -> writable(found, file, "submitFolders", folder).ifPresent(findings::add));
      spoolFolder(config).forEach(folder -> writable(found, file, "spool.directory", folder).ifPresent(findings::add));
    });
    return findings;
  }

  private static boolean isSudo(String program) {
    return program.equals("sudo") || program.endsWith("/sudo");
  }

  private static Stream<Path> spoolFolder(AgentConfig config) {
    return config.spool().diskBytes() + config.cache().diskBytes() > 0 ? config.spool().directory().stream().map(Path::of) : Stream.empty();
  }

  private static Optional<Finding> writable(SystemdUnit unit, Path file, String key, Path folder) {
    return unit.noWritesTo(folder).map(setting -> Finding.error(file, key, UNIT + " may not write to " + folder + ": " + setting,
        setting.startsWith("ProtectSystem") ? "systemctl edit " + UNIT + ", and write: [Service] and below it ReadWritePaths=" + folder
            : "take another folder, outside of the users' and of /tmp"));
  }
}
