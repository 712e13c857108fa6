package dev.terra.lab.security;

import dev.terra.testbed.os.Children;
import dev.terra.testbed.os.OwnJava;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** Attempts of a client of ZooKeeper without the controllers' credentials to keep every controller from leading. */
final class ElectionAttempts implements AutoCloseable {
  private static final String PORT = "ZooKeeper (2181)";
  private static final String IP = "127.82.0.2";
  private static final int SESSION_MILLIS = 10_000;
  /** The path of a candidate that is named like Curator's, and older than all of them. */
  private static final String OLDEST = "/_c_00000000-0000-0000-0000-000000000000-latch-0000000000";
  private static final String CLOSED = "/closed/controllers";
  private static final String BEFORE = "/before/controllers";
  private static final String OPEN = "/open/controllers";
  private static final List<ACL> ANYBODY = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));

  private final ProcessBed bed;
  private final int port;
  private final Process server;

  /** Starts ZooKeeper. */
  ElectionAttempts(ProcessBed bed) throws IOException {
    this.bed = bed;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path data = Files.createDirectories(bed.directory().resolve("zookeeper"));
    Path file = Files.writeString(bed.directory().resolve("zoo.cfg"), "dataDir=" + data + "\nclientPort=" + port
        + "\nclientPortAddress=" + IP + "\ntickTime=500\nadmin.enableServer=false\n");
    server = new ProcessBuilder(OwnJava.command(), "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
        System.getProperty("java.class.path"), "org.apache.zookeeper.server.ZooKeeperServerMain", file.toString())
        .redirectErrorStream(true).redirectOutput(bed.log("zookeeper").toFile()).start();
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "keep from leading: the election's folder is made before, and is open", this::before),
        new Attempt(PORT, "keep from leading: a made-up candidate that is older than all", this::candidate),
        new Attempt(PORT, "end: the leader's candidacy is removed", () -> denied(CLOSED, this::removeAll)),
        new Attempt(PORT, "end: the election's folder is removed", () -> denied(CLOSED, stranger -> stranger.delete(CLOSED, -1))),
        new Attempt(PORT, "take: the election's rights are changed",
            () -> denied(CLOSED, stranger -> stranger.setACL(CLOSED, ANYBODY, -1))),
        new Attempt(PORT, "forge: operators' actions that a new leader would take over",
            () -> denied(CLOSED, stranger -> stranger.setData(CLOSED, new byte[] {1}, -1))),
        new Attempt(PORT, "keep from leading: an election without credentials, with a made-up node in it", this::open));
  }

  private interface Deed {
    void go(ZooKeeper stranger) throws KeeperException, InterruptedException;
  }

  /** Acts as a client without credentials. */
  private void asStranger(Deed deed) throws IOException, InterruptedException, KeeperException {
    ZooKeeper stranger = new ZooKeeper(IP + ":" + port, SESSION_MILLIS, event -> { });
    try {
      SuiteWait.await("ZooKeeper", () -> stranger.getState().isConnected());
      deed.go(stranger);
    } finally {
      stranger.close();
    }
  }

  private static void make(ZooKeeper stranger, String path) throws KeeperException, InterruptedException {
    for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      makeOne(stranger, path.substring(0, slash));
    }
    makeOne(stranger, path);
  }

  private static void makeOne(ZooKeeper stranger, String path) throws KeeperException, InterruptedException {
    try {
      stranger.create(path, new byte[0], ANYBODY, CreateMode.PERSISTENT);
    } catch (KeeperException.NodeExistsException e) {
      // the path exists already
    }
  }

  private void removeAll(ZooKeeper stranger) throws KeeperException, InterruptedException {
    for (String child : stranger.getChildren(CLOSED, false)) {
      stranger.delete(CLOSED + "/" + child, -1);
    }
  }

  /** Starts a controller in an election, and returns whether it leads in time. */
  private boolean leads(String name, String path, boolean credentials) throws IOException {
    Path digest = bed.directory().resolve("digest");
    if (!Files.exists(digest)) {
      Files.createFile(digest, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(digest, "terra:the controllers' own\n");
    }
    InetSocketAddress http = address();
    Path file = Files.writeString(bed.directory().resolve(name + ".yaml"), "topology: wan.yaml\nlisten: '" + ProcessBed.text(address())
        + "'\nhttp: {listen: '" + ProcessBed.text(http) + "'}\nzookeeper: {connect: '" + IP + ":" + port + "', path: " + path
        + ", sessionMillis: 2000" + (credentials ? ", digestFile: " + digest : "") + "}\n");
    bed.start(name, "controller", "--config", file.toString());
    try {
      SuiteWait.await("the leader of " + path, () -> isLed(name));
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private boolean isLed(String name) {
    try {
      return Files.readString(bed.log(name)).contains("the controller is ready");
    } catch (IOException e) {
      return false;
    }
  }

  private static InetSocketAddress address() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return new InetSocketAddress(IP, free.getLocalPort());
    }
  }

  private static TrialOutcome of(boolean leads) {
    return leads ? TrialOutcome.refused("a controller leads") : TrialOutcome.served("no controller leads");
  }

  private TrialOutcome before() throws IOException, InterruptedException {
    try {
      asStranger(stranger -> make(stranger, BEFORE + OLDEST));
    } catch (KeeperException e) {
      throw new IllegalStateException("ZooKeeper does not let anybody make anything: " + e.getMessage(), e);
    }
    boolean leads = leads("before", BEFORE, true);
    TrialOutcome later = denied(BEFORE, stranger -> make(stranger, BEFORE + OLDEST + "1"));
    bed.kill("before");
    return leads ? later : of(false);
  }

  private TrialOutcome candidate() throws IOException, InterruptedException {
    return leads("closed", CLOSED, true) ? denied(CLOSED, stranger -> stranger.create(
        CLOSED + OLDEST, new byte[0], ANYBODY, CreateMode.PERSISTENT)) : of(false);
  }

  private TrialOutcome denied(String path, Deed deed) throws IOException, InterruptedException {
    try {
      asStranger(deed);
      return TrialOutcome.served("done at " + path);
    } catch (KeeperException e) {
      return TrialOutcome.refused(String.valueOf(e.getMessage()));
    }
  }

  private TrialOutcome open() throws IOException, InterruptedException {
    try {
      asStranger(stranger -> make(stranger, OPEN + OLDEST));
    } catch (KeeperException e) {
      throw new IllegalStateException("ZooKeeper does not let anybody make anything: " + e.getMessage(), e);
    }
    boolean leads = leads("open", OPEN, false);
    boolean said = Files.readString(bed.log("open")).contains("INSECURE");
    bed.kill("open");
    return leads && said ? TrialOutcome.refused("a controller leads, and says INSECURE")
        : TrialOutcome.served(leads ? "nobody says that the election is open" : "no controller leads");
  }

  @Override
  public void close() {
    Children.end(server);
  }
}
