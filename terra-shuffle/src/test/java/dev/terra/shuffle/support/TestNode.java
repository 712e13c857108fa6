package dev.terra.shuffle.support;

import dev.terra.node.agent.HandlerTls;
import dev.terra.shuffle.ShuffleSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.ContainerTerminationContext;

/** A shuffle handler as a NodeManager runs it, on free ports and temporary directories. */
public final class TestNode implements AutoCloseable {
  private final ShuffleHandler handler;
  private final List<Path> localDirectories;
  private Optional<TestNode> other = Optional.empty();

  /** Starts a handler that keeps no state when it stops. {@code settings} may change its configuration before the start. */
  public TestNode(ShuffleHandler handler, Path root, Consumer<Configuration> settings) throws IOException {
    this(handler, root, settings, Optional.empty());
  }

  /** Starts a handler that keeps its state in a directory, as with NodeManager recovery. */
  public TestNode(ShuffleHandler handler, Path root, Consumer<Configuration> settings, Optional<Path> state) throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    this.handler = handler;
    this.localDirectories = List.of(Files.createDirectories(root.resolve("d1")), Files.createDirectories(root.resolve("d2")));
    Configuration configuration = new Configuration();
    configuration.setInt(ShuffleHandler.SHUFFLE_PORT_CONFIG_KEY, 0);
    configuration.setInt(ShuffleHandler.MAX_SHUFFLE_THREADS, 2);
    configuration.setInt(ShuffleSettings.SEGMENT_PORT_KEY, 0);
    configuration.setBoolean(HandlerTls.INSECURE_KEY, true);
    configuration.set(YarnConfiguration.NM_ADDRESS, "127.0.0.1:0");
    settings.accept(configuration);
    handler.setAuxiliaryLocalPathHandler(new LocalDirectories(localDirectories));
    state.map(Path::toString).map(org.apache.hadoop.fs.Path::new).ifPresent(handler::setRecoveryPath);
    handler.init(configuration);
    handler.start();
  }

  /** Returns the handler. */
  public ShuffleHandler handler() {
    return handler;
  }

  /** Returns the port at which reducers fetch. */
  public int port() throws IOException {
    return ShuffleHandler.deserializeMetaData(handler.getMetaData());
  }

  /** Returns one of the node's two local directories. */
  public Path localDirectory(int number) {
    return localDirectories.get(number % localDirectories.size());
  }

  /** Makes jobs that start and end on this node also start and end on another node. */
  public void alsoTell(TestNode node) {
    other = Optional.of(node);
  }

  /** Starts a container of the job on this node. */
  public void startJob(TestJob job) throws IOException {
    if (other.isPresent()) {
      other.get().startJob(job);
    }
    handler.initializeApplication(new ApplicationInitializationContext(job.user(), job.application(), job.serviceData()));
  }

  /** Ends a container of the job on this node. */
  public void endContainer(TestJob job) {
    ContainerId container = ContainerId.newContainerId(ApplicationAttemptId.newInstance(job.application(), 1), 2);
    handler.stopContainer(new ContainerTerminationContext(job.user(), container, Resource.newInstance(1, 1)));
  }

  /** Ends the job. */
  public void endJob(TestJob job) {
    other.ifPresent(node -> node.endJob(job));
    handler.stopApplication(new ApplicationTerminationContext(job.application()));
  }

  @Override
  public void close() {
    handler.stop();
  }
}
