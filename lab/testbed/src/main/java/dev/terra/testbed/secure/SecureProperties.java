package dev.terra.testbed.secure;

import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The configuration of Hadoop for a cluster that has Kerberos and runs containers as their users. It does no I/O. */
final class SecureProperties {
  private static final String KERBEROS = "kerberos";

  private final Path keytabs;
  private final Path executor;
  private final Path nativeLibraries;

  /**
   * Makes the properties of a testbed.
   *
   * @param keytabs the folder of key tables
   * @param executor the container-executor
   * @param nativeLibraries the folder of Hadoop's native library
   */
  SecureProperties(Path keytabs, Path executor, Path nativeLibraries) {
    this.keytabs = keytabs;
    this.executor = executor;
    this.nativeLibraries = nativeLibraries;
  }

  /** Returns the properties in core-site.xml of all processes. */
  Map<String, String> core() {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("hadoop.security.authentication", KERBEROS);
    p.put("hadoop.security.authorization", "true");
    p.put("hadoop.security.group.mapping", "org.apache.hadoop.security.ShellBasedUnixGroupsMapping");
    p.put("hadoop.security.auth_to_local", "RULE:[2:$1@$0]([nd]n@.*)s/.*/" + Realm.SUPERUSER + "/\n"
        + "RULE:[2:$1@$0]([rn]m@.*)s/.*/" + Account.YARN.name() + "/\nDEFAULT");
    return p;
  }

  /** Returns the properties in hdfs-site.xml of all processes. */
  Map<String, String> hdfs() {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("dfs.permissions.enabled", "true");
    p.put("dfs.block.access.token.enable", "true");
    p.put("dfs.data.transfer.protection", "authentication");
    // The pages of DataNodes are plain HTTP, which with Kerberos is otherwise allowed below port 1024 only.
    p.put("ignore.secure.ports.for.testing", "true");
    p.put("dfs.namenode.kerberos.principal", service("nn"));
    p.put("dfs.datanode.kerberos.principal", service("dn"));
    p.put("dfs.web.authentication.kerberos.principal", service("HTTP"));
    return p;
  }

  /** Returns the properties in yarn-site.xml of all processes. */
  Map<String, String> yarn() {
    return new LinkedHashMap<>(Map.of("yarn.resourcemanager.principal", service("rm"), "yarn.nodemanager.principal", service("nm")));
  }

  /** Returns the properties in mapred-site.xml of all processes: tasks open each other's spills as the NodeManager does. */
  Map<String, String> mapred() {
    String environment = "LD_LIBRARY_PATH=" + nativeLibraries;
    return Map.of("mapreduce.admin.user.env", environment, "yarn.app.mapreduce.am.admin.user.env", environment);
  }

  /** Returns the properties in hdfs-site.xml of a host's daemons. */
  Map<String, String> hdfsDaemons(Host host) {
    String keytab = keytabs.resolve(Realm.keytab(host.name(), "hdfs")).toString();
    return Map.of("dfs.namenode.keytab.file", keytab, "dfs.datanode.keytab.file", keytab,
        "dfs.web.authentication.kerberos.keytab", keytab);
  }

  /** Returns the properties in yarn-site.xml of a host's daemons. */
  Map<String, String> yarnDaemons(Host host) {
    String keytab = keytabs.resolve(Realm.keytab(host.name(), "yarn")).toString();
    if (host.role() != Role.WORKER) {
      return Map.of("yarn.resourcemanager.keytab", keytab);
    }
    return Map.of("yarn.nodemanager.keytab", keytab,
        "yarn.nodemanager.container-executor.class", "org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor",
        "yarn.nodemanager.linux-container-executor.path", executor.toString(),
        "yarn.nodemanager.linux-container-executor.group", Account.YARN.name());
  }

  private static String service(String name) {
    return Realm.principal(name, Realm.ANY_HOST);
  }
}
