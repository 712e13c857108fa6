package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.support.FakeAgent;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.ReducersNode;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import dev.terra.shuffle.support.TestTls.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * What a client sees of a shuffle handler, whoever wrote it: a subclass is one chapter, and each class that is named ...Contract runs
 * chapters, unchanged, over one subject. A handler runs for each chapter.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ContractChapter {
  private final Subject subject = getClass().getEnclosingClass().getAnnotation(Over.class).value();
  private final TestJob job = new TestJob(1);
  private Path directory;
  private Optional<FakeAgent> agent = Optional.empty();
  private Optional<ReducersNode> reducersNode = Optional.empty();
  private Optional<TestNode> node = Optional.empty();

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

  @BeforeAll
  final void start() throws IOException {
    directory = Files.createTempDirectory("terra-contract");
    agent = subject.agent();
    if (subject.redirects()) {
      reducersNode = Optional.of(new ReducersNode(directory.resolve("reducer"), agent.orElseThrow()));
    }
    aroundStart(() -> node = Optional.of(startNode(Optional.empty())));
    node().startJob(job);
    prepare();
  }

  /** A handler on the same files; with a directory, one that recovers from it. */
  final TestNode startNode(Optional<Path> state) throws IOException {
    Configuration own = new Configuration(false);
    configure(own);
    subject.agents(agent).ifPresent(address -> own.set(ShuffleSettings.AGENTS_KEY, address));
    TestNode started = knownToReducers(new TestNode(subject.handler(), directory,
        settings -> own.forEach(entry -> settings.set(entry.getKey(), entry.getValue())), state));
    agent.filter(present -> attachesToAgents()).ifPresent(FakeAgent::awaitAttached);
    return started;
  }

  /** A job runs on the nodes of its reducers as well. */
  final TestNode knownToReducers(TestNode started) {
    reducersNode.ifPresent(reducers -> started.alsoTell(reducers.node()));
    return started;
  }

  @AfterAll
  final void stop() throws IOException {
    node.ifPresent(TestNode::close);
    reducersNode.ifPresent(ReducersNode::close);
    agent.ifPresent(FakeAgent::close);
    FileUtil.fullyDelete(directory.toFile());
    reducersNode.ifPresent(reducers -> assertThat(reducers.relayedFetches()).as("relayed fetches").isPositive());
  }

  final Path directory() {
    return directory;
  }

  final TestJob job() {
    return job;
  }

  final TestNode node() {
    return node.orElseThrow();
  }

  /** The address of the node with the map outputs. */
  final String host() {
    return subject.host();
  }

  final int port() throws IOException {
    return node().port();
  }

  final Reducer reducer() throws IOException {
    return reducer(job, node());
  }

  /** A reducer of a job that fetches from a node. */
  final Reducer reducer(TestJob of, TestNode at) throws IOException {
    return new Reducer(of, host(), at.port());
  }

  RawClient connect() throws IOException {
    return new RawClient(host(), port());
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
