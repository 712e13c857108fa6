package dev.terra.testbed.secure;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.net.HostEntry;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Programs;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The additional parts of a testbed's cluster that has users: a KDC on the core host, accounts that exist only on its
 * hosts, NodeManagers that run as {@code yarn} and can read what tasks leave but not write it, and a container-executor
 * that runs each container as its user.
 *
 * <p>All of it is in the state directory: the machine is not changed, and nothing is left when the testbed is removed.
 */
public final class SecureCluster {
  /** The KDC's process name. */
  public static final String KDC = "kdc";

  private static final String ETC = "etc";
  private static final String KERBEROS_FILE = "krb5.conf";
  private static final String FOR_ALL = "rwxrwxrwx";
  /** The permissions of a folder that others may pass through, but not list. */
  private static final String PASSAGE = "rwx--x--x";
  /** The time for a KDC to listen, which takes milliseconds. */
  private static final Duration KDC_PATIENCE = Duration.ofSeconds(20);

  private final StateDirectory directory;
  private final AddressPlan addresses;
  private final Realm realm;
  private final SecureProperties properties;

  /** Makes an access to these parts of the testbed in a directory, if it has any. */
  public SecureCluster(StateDirectory directory, AddressPlan addresses) {
    this.directory = directory;
    this.addresses = addresses;
    this.realm = new Realm(addresses);
    this.properties = new SecureProperties(directory.file("keytabs"), executor(), directory.file("native"));
  }

  private Path executor() {
    return directory.file("bin", "container-executor");
  }

  /** Returns whether the testbed has users. */
  public boolean exists() {
    return Files.exists(directory.file(ETC, KERBEROS_FILE));
  }

  /**
   * Makes accounts, keys and programs. It is called before anything is started.
   *
   * @param nativeLibrary Hadoop's, without which no handler opens a map output if there is Kerberos
   * @throws TestbedException if this machine cannot have such a testbed; it names a solution
   */
  public void create(Path nativeLibrary) {
    SecureMachine.check(directory.root());
    try {
      directory.write(ETC + "/passwd", Account.passwd(Files.readString(Path.of("/etc/passwd"))));
      directory.write(ETC + "/group", Account.group(Files.readString(Path.of("/etc/group"))));
      Files.copy(nativeLibrary, FileOwners.folder(directory.file("native"), "rwxr-xr-x").resolve("libhadoop.so"));
    } catch (IOException e) {
      throw new TestbedException("cannot make the accounts of a testbed with users: " + e.getMessage(), e);
    }
    directory.write(ETC + "/" + KERBEROS_FILE, realm.hostFile());
    compileExecutor();
    makeKeys();
  }

  private void compileExecutor() {
    Programs.compile("container-executor.c", executor());
    Shell.run(List.of("chown", "0:" + Account.YARN.id(), executor().toString()));
    Shell.run(List.of("chmod", "4750", executor().toString()));
  }

  private void makeKeys() {
    Path folder = FileOwners.folder(directory.file(KDC), "rwx------");
    Path keytabs = FileOwners.folder(directory.file("keytabs"), PASSAGE);
    directory.write(KDC + "/kdc.conf", realm.kdcFile(folder.toString()));
    Path script = directory.write(KDC + "/principals", realm.kadminScript(keytabs.toString()));
    // The master key guards a database of random keys that is deleted with the testbed.
    kerberos(List.of("kdb5_util", "create", "-s", "-r", Realm.NAME, "-P", "testbed"));
    kerberos(List.of("sh", "-c", "exec kadmin.local -r " + Realm.NAME + " < \"$0\"", script.toString()));
    realm.keytabs().keySet().forEach(keytab -> {
      if (!Files.exists(keytabs.resolve(keytab))) {
        throw new TestbedException("kadmin.local made no key table " + keytab);
      }
    });
    addresses.hosts(Host.Role.WORKER).forEach(host -> FileOwners.give(keytabs.resolve(Realm.keytab(host.name(), "yarn")), Account.YARN));
  }

  private void kerberos(List<String> command) {
    List<String> line = new ArrayList<>(List.of("env"));
    environment().forEach((name, value) -> line.add(name + "=" + value));
    line.addAll(command);
    Shell.run(line);
  }

  private Map<String, String> environment() {
    return Map.of("KRB5_CONFIG", directory.file(ETC, KERBEROS_FILE).toString(),
        "KRB5_KDC_PROFILE", directory.file(KDC, "kdc.conf").toString());
  }

  /** Starts the KDC and waits until it answers. */
  public ProcessRecord startKdc(HostEntry hosts) {
    String core = addresses.core().name();
    ProcessRecord process = hosts.start(core, KDC, List.of("krb5kdc", "-n", "-r", Realm.NAME), environment());
    List<String> knock = hosts.command(core,
        List.of("bash", "-c", "exec 3<>/dev/tcp/" + addresses.core().ip() + "/" + Realm.PORT)).command();
    if (!Waiting.until(KDC_PATIENCE, () -> Shell.attempt(knock).exitCode() == 0)) {
      throw new TestbedException("the KDC does not answer on " + core + ": " + process.lastLogLine() + " (log: " + process.log() + ")");
    }
    return process;
  }

  /** Gives accounts access to what they need of the state directory, and the NodeManagers' account what is its own. */
  public void openFolders() {
    FileOwners.folder(directory.root(), PASSAGE);
    FileOwners.folder(directory.file("tmp"), FOR_ALL);
    Shell.run(List.of("chmod", "+t", directory.file("tmp").toString()));
    FileOwners.folder(directory.file("classes", "hadoop"), FOR_ALL);
    addresses.hosts(Host.Role.WORKER).forEach(this::openFolders);
  }

  private void openFolders(Host host) {
    for (String folder : List.of("local", "log", "recovery")) {
      Path path = directory.file("yarn", host.name(), folder);
      if (!Files.exists(path)) {
        FileOwners.give(FileOwners.folder(path, "rwxr-xr-x"), Account.YARN);
      }
    }
  }

  /** Gives the keys in a folder to the NodeManagers alone. */
  public void giveToManagers(Path keys) {
    FileOwners.give(keys, Account.YARN);
    for (Path folder = keys.getParent(); !folder.equals(directory.root()); folder = folder.getParent()) {
      FileOwners.folder(folder, PASSAGE);
    }
  }

  /** Returns a NodeManager's command, run by the account of NodeManagers. */
  public List<String> asManager(List<String> command) {
    String id = Integer.toString(Account.YARN.id());
    List<String> line = new ArrayList<>(List.of("setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups",
        "env", "LD_LIBRARY_PATH=" + directory.file("native")));
    line.addAll(command);
    return line;
  }

  /**
   * Returns the environment with which a client of Hadoop's acts as a user, such as {@link #superuser}; empty if there
   * are no users.
   */
  public Map<String, String> credentials(String user) {
    String keytab = directory.file("keytabs", Realm.keytab(user)).toString();
    return exists() ? Map.of("KRB5PRINCIPAL", user + "@" + Realm.NAME, "KRB5KEYTAB", keytab) : Map.of();
  }

  /** Returns the name of HDFS's superuser. */
  public static String superuser() {
    return Realm.SUPERUSER;
  }

  /** Returns the additions to one of Hadoop's configuration files; empty if there are no users. */
  public Map<String, String> properties(String file) {
    return !exists() ? Map.of() : switch (file) {
      case "core-site.xml" -> properties.core();
      case "hdfs-site.xml" -> properties.hdfs();
      case "yarn-site.xml" -> properties.yarn();
      case "mapred-site.xml" -> properties.mapred();
      default -> throw new IllegalArgumentException(file);
    };
  }

  /** Further properties for the daemons of a host. */
  public Map<String, String> daemonProperties(String file, Host host) {
    return !exists() ? Map.of() : switch (file) {
      case "hdfs-site.xml" -> properties.hdfsDaemons(host);
      case "yarn-site.xml" -> properties.yarnDaemons(host);
      default -> Map.of();
    };
  }
}
