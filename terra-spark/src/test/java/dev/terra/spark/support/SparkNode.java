package dev.terra.spark.support;

import dev.terra.node.support.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.spark.network.shuffle.ExecutorDiskUtils;
import org.apache.spark.network.shuffle.protocol.ExecutorShuffleInfo;
import org.apache.spark.network.yarn.YarnShuffleService;

/** A node with a shuffle service that runs as in a NodeManager, and with the folders of executors. */
public final class SparkNode implements AutoCloseable {
  private static final int SUB_DIRECTORIES = 64;

  private final YarnShuffleService service;
  private final String ip;
  private final int port;
  private final Path root;
  private final Map<String, ExecutorShuffleInfo> executors = new ConcurrentHashMap<>();

  /** Starts a service. {@code settings} may change its configuration before the start. */
  public SparkNode(YarnShuffleService service, String ip, Path root, Consumer<Configuration> settings) throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    this.service = service;
    this.ip = ip;
    this.port = FreePorts.next();
    this.root = root;
    Configuration configuration = new Configuration();
    configuration.setInt("spark.shuffle.service.port", port);
    configuration.setBoolean("spark.yarn.shuffle.stopOnFailure", true);
    settings.accept(configuration);
    service.init(configuration);
    service.start();
  }

  /** Returns the node's address. */
  public String ip() {
    return ip;
  }

  /** Returns the port at which the node's service listens. */
  public int port() {
    return port;
  }

  /** Returns the folders to which an executor writes. */
  public ExecutorShuffleInfo executor(String id) {
    return executors.computeIfAbsent(id, this::newExecutor);
  }

  private ExecutorShuffleInfo newExecutor(String id) {
    try {
      Path local = Files.createDirectories(root.resolve("usercache/alice/appcache/blockmgr-" + id));
      return new ExecutorShuffleInfo(new String[] {local.toString()}, SUB_DIRECTORIES, "org.apache.spark.shuffle.sort.SortShuffleManager");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a container of an application on this node. */
  public void startApplication(ApplicationId application, ByteBuffer secret) {
    service.initializeApplication(new ApplicationInitializationContext("alice", application, secret));
  }

  /** Ends an application on this node. */
  public void stopApplication(ApplicationId application) {
    service.stopApplication(new ApplicationTerminationContext(application));
  }

  /** Writes a shuffle file of the first executor with these parts. */
  public void write(int shuffle, long map, byte[]... parts) {
    write(SparkSites.WRITER, shuffle, map, parts);
  }

  /** Writes a shuffle file of an executor with these parts. */
  public void write(String executor, int shuffle, long map, byte[]... parts) {
    try {
      Path data = file(executor, "shuffle_" + shuffle + "_" + map + "_0.data");
      ByteBuffer index = ByteBuffer.allocate((parts.length + 1) * Long.BYTES);
      Files.createDirectories(data.getParent());
      Files.write(data, new byte[0]);
      long end = 0;
      index.putLong(end);
      for (byte[] part : parts) {
        Files.write(data, part, java.nio.file.StandardOpenOption.APPEND);
        end += part.length;
        index.putLong(end);
      }
      Path temporary = file(executor, "shuffle_" + shuffle + "_" + map + "_0.index.tmp");
      Files.createDirectories(temporary.getParent());
      Path whole = file(executor, "shuffle_" + shuffle + "_" + map + "_0.index");
      Files.createDirectories(whole.getParent());
      Files.write(temporary, index.array());
      Files.move(temporary, whole);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a shuffle file of the first executor, as Spark does. */
  public void remove(int shuffle, long map) throws IOException {
    Files.delete(file(SparkSites.WRITER, "shuffle_" + shuffle + "_" + map + "_0.index"));
    Files.delete(file(SparkSites.WRITER, "shuffle_" + shuffle + "_" + map + "_0.data"));
  }

  private Path file(String executor, String name) {
    ExecutorShuffleInfo folders = executor(executor);
    return Path.of(ExecutorDiskUtils.getFilePath(folders.localDirs, folders.subDirsPerLocalDir, name));
  }

  @Override
  public void close() {
    service.stop();
  }
}
