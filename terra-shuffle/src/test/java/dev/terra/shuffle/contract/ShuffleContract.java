package dev.terra.shuffle.contract;

import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.support.FakeAgent;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import dev.terra.shuffle.support.TestTls.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a client sees of a shuffle handler, whoever wrote it: every class below runs, unchanged, over Hadoop's own
 * handler and over Terra's in all its states. A subclass is one chapter; a handler runs for each.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(Subject.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class ShuffleContract {
  @Parameter
  private Subject subject;
  private final TestJob job = new TestJob(1);
  private Path directory;
  private Optional<FakeAgent> agent;
  private TestNode node;

  /** Changes the configuration before the start. */
  void configure(Configuration settings) throws IOException {}

  /** Whether Terra is on in this configuration. */
  boolean attachesToAgents() {
    return true;
  }

  /** Once the handler runs and the job is known to it. */
  void prepare() throws IOException {}

  /** Starts the handler. */
  void aroundStart(Action start) throws IOException {
    start.run();
  }

  @BeforeParameterizedClassInvocation
  final void start() throws IOException {
    directory = Files.createTempDirectory("terra-contract");
    agent = subject.agent();
    aroundStart(() -> node = startNode(Optional.empty()));
    node.startJob(job);
    prepare();
  }

  /** A handler on the same files; with a directory, one that recovers from it. */
  final TestNode startNode(Optional<Path> state) throws IOException {
    Configuration own = new Configuration(false);
    configure(own);
    subject.agents(agent).ifPresent(address -> own.set(ShuffleSettings.AGENTS_KEY, address));
    TestNode started = new TestNode(subject.handler(), directory,
        settings -> own.forEach(entry -> settings.set(entry.getKey(), entry.getValue())), state);
    agent.filter(present -> attachesToAgents()).ifPresent(FakeAgent::awaitAttached);
    return started;
  }

  @AfterParameterizedClassInvocation
  final void stop() throws IOException {
    node.close();
    agent.ifPresent(FakeAgent::close);
    FileUtil.fullyDelete(directory.toFile());
  }

  final Path directory() {
    return directory;
  }

  final TestJob job() {
    return job;
  }

  final TestNode node() {
    return node;
  }

  final int port() throws IOException {
    return node.port();
  }

  final Reducer reducer() throws IOException {
    return new Reducer(job, "127.0.0.1", port());
  }

  RawClient connect() throws IOException {
    return new RawClient("127.0.0.1", port());
  }

  final String uri(int reduce, int... maps) throws IOException {
    return reducer().uri(reduce, maps);
  }

  /** A whole, proven request. */
  final String request(String uri) throws IOException {
    return RawClient.request(job, uri, port());
  }

  /** The head and the text of the answer to a proven request. */
  final String answer(String uri) throws IOException {
    try (RawClient client = connect()) {
      return client.send(request(uri)).readText();
    }
  }
}
