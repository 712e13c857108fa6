package dev.terra.lab.engine;

import com.google.common.collect.ImmutableList;
import dev.terra.cli.progress.Progress;
import dev.terra.core.units.Bandwidth;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.testbed.Installation;
import dev.terra.testbed.engine.EngineRuntime;
import dev.terra.testbed.engine.HiveConfig;
import dev.terra.testbed.engine.TezConfig;
import dev.terra.testbed.hadoop.ClassArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Hive on Tez on a demo's cluster: HiveServer2 on the core host with some sessions, and its clients. */
public final class HiveService {
  private static final String SERVER = "hiveserver2";
  private static final int SERVER_MEGABYTES = 1024;
  /** The rate of links during set-up, so that Hive's own jar of 80 MB reaches every site in seconds. */
  private static final Bandwidth FAST = Bandwidth.ofMegabitsPerSecond(1_000);
  private static final String USER_JARS = "/user";

  private final int sessions;
  private final EngineRuntime tez = EngineRuntime.tez(Installation.home());
  private final EngineRuntime hive = EngineRuntime.hive(Installation.home());
  private ClassArchive classes;

  /** Makes a server with as many sessions as queries run at once. */
  public HiveService(int sessions) {
    this.sessions = sessions;
  }

  /** Installs what is needed on this machine. The testbed is not up yet. */
  public void install(Progress progress) throws IOException, InterruptedException {
    tez.ensure(progress::say);
    hive.ensure(progress::say);
  }

  /**
   * Configures a cluster that is up.
   *
   * @param splitBytes the least bytes that a task of a first stage reads, if there are as many
   */
  public void configure(DemoCluster cluster, long splitBytes) throws IOException {
    classes = cluster.classes().withHadoop("hive", List.of(tez.libraries(), hive.libraries()), hive.archive("classes"));
    List<Path> taskLibraries = List.of(tez.libraries(), hive.taskLibraries());
    ClassArchive tasks = cluster.classes().withHadoop("hive-tasks",
        ImmutableList.<Path>builder().addAll(taskLibraries).add(taskJar()).build(), hive.archive("tasks"));
    cluster.configure("tez-site.xml", TezConfig.site(taskLibraries, tasks));
    cluster.configure("hive-site.xml", HiveConfig.site(cluster.coreHost(), cluster.folder("hive"), sessions, tasks, splitBytes,
        cluster.wan().sites().size()));
  }

  /** Returns the jar that Hive sends to every container of its queries. */
  private Path taskJar() throws IOException {
    try (Stream<Path> jars = Files.list(hive.libraries())) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith("hive-exec-")).findFirst()
          .orElseThrow(() -> new IOException("no hive-exec among Hive's jars in " + hive.libraries()));
    }
  }

  /** Starts the server while links are fast, runs a first step, and copies Hive's jar to every site. */
  public void begin(DemoCluster cluster, Progress progress, DemoCluster.Step first) throws IOException, InterruptedException {
    progress.say("HiveServer2: tables, and Hive's jar to every site");
    cluster.withLinksAt(FAST, () -> {
      start(cluster);
      first.run();
      cluster.programs().run(cluster.coreHost(), "replicate", cluster.classes().hadoop(), List.of("org.apache.hadoop.fs.FsShell",
          "-setrep", "-w", Integer.toString(cluster.wan().sites().size()), USER_JARS));
    });
    // Not after the first warm-up: the server and its sessions start before each warm-up, and need the archives with
    // either shuffle.
    cluster.classes().makeArchives(progress);
  }

  private void start(DemoCluster cluster) {
    Path log = cluster.configure("hive-log4j2.properties", HiveConfig.log());
    List<String> options = new ArrayList<>(TezConfig.opens());
    options.add("-Xmx" + SERVER_MEGABYTES + "m");
    options.add("-Dlog4j2.configurationFile=" + log);
    options.add("-Dderby.stream.error.file=" + cluster.folder("hive").resolve("derby.log"));
    cluster.programs().startService(SERVER, classes, options, "org.apache.hive.service.server.HiveServer2");
  }

  /**
   * Ends the server before NodeManagers restart. Otherwise a session's application master that loses its node and
   * restarts can take a DAG before it has recovered its earlier ones (Tez 0.10.5).
   */
  public void pause(DemoCluster cluster) throws IOException, InterruptedException {
    cluster.programs().stopService(SERVER);
    cluster.applications().awaitNone();
  }

  /** Starts the server after {@link #pause}, and waits until its sessions have the containers that they keep. */
  public void resume(DemoCluster cluster) throws IOException, InterruptedException {
    start(cluster);
    // Sessions take containers one after the other: without this, a run can begin before the last session's containers do.
    cluster.applications().awaitContainers(sessions * HiveConfig.containersHeld(cluster.wan().sites().size()));
  }

  /** Returns the classes of the server's clients. */
  public ClassArchive classes() {
    return classes;
  }

  /** Returns the URL at which clients connect to a database. */
  public static String url(DemoCluster cluster, String database) {
    return "jdbc:hive2://" + cluster.coreHost() + ":" + HiveConfig.PORT + "/" + database;
  }
}
