package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.FakeAgent;
import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.support.HadoopReducer.Result;
import dev.terra.shuffle.support.HadoopReducer;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.ReducersNode;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import dev.terra.shuffle.support.TestTls.Action;
import dev.terra.shuffle.support.TestTls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSocket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestInstance;

/**
 * One chapter of the contract, which describes what a client sees of any shuffle handler. Each subclass is one chapter, and each class
 * that is named ...Contract runs chapters, unchanged, over one subject. A handler runs for each chapter.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ContractChapter {
  private static final int LITTLE_ROOM_BYTES = 64 << 10;

  private final Over over = getClass().getEnclosingClass().getAnnotation(Over.class);
  private final Subject subject = over.value();
  private final TestJob job = new TestJob(1);
  private Path directory;
  private Optional<FakeAgent> agent = Optional.empty();
  private Optional<ReducersNode> reducersNode = Optional.empty();
  private Optional<TestNode> node = Optional.empty();
  private int tests;

  /** Changes the configuration before the start. */
  void configure(Configuration settings) throws IOException {}

  /** Returns whether the shuffle is encrypted. */
  boolean isEncrypted() {
    return over.encrypted();
  }

  /** Prepares the chapter, once the handler runs and the job has started on it. */
  void prepare() throws IOException {}

  /** Runs an action that needs the keys where the shuffle is encrypted. */
  final void withKeys(Action action) throws IOException {
    if (isEncrypted()) {
      TestTls.onClassPath(action);
    } else {
      action.run();
    }
  }

  @BeforeAll
  final void start() throws IOException {
    directory = Files.createTempDirectory("terra-contract");
    agent = subject.agent();
    if (subject.redirects()) {
      withKeys(() -> reducersNode =
          Optional.of(new ReducersNode(directory.resolve("reducer"), agent.orElseThrow(), this::encrypt)));
    }
    node = Optional.of(startNode(Optional.empty()));
    node().startJob(job);
    prepare();
  }

  /** Starts a further handler on the same files. If a directory is given, the handler recovers its state from it. */
  final TestNode startNode(Optional<Path> state) throws IOException {
    Configuration own = new Configuration(false);
    configure(own);
    encrypt(own);
    subject.agents(agent).ifPresent(address -> own.set(ShuffleSettings.AGENTS_KEY, address));
    return startNode(subject.handler(), own, state, agent);
  }

  /** Starts a handler of Hadoop's own class on the same files, which recovers its state from a directory. */
  final TestNode startHadoopsNode(Path state) throws IOException {
    Configuration own = new Configuration(false);
    encrypt(own);
    return startNode(Subject.HADOOP.handler(), own, Optional.of(state), Optional.empty());
  }

  private TestNode startNode(ShuffleHandler handler, Configuration own, Optional<Path> state, Optional<FakeAgent> attachesTo)
      throws IOException {
    AtomicReference<TestNode> started = new AtomicReference<>();
    withKeys(() -> started.set(new TestNode(handler, directory,
        settings -> own.forEach(entry -> settings.set(entry.getKey(), entry.getValue())), state)));
    reducersNode.ifPresent(reducers -> started.get().alsoTell(reducers.node()));
    attachesTo.ifPresent(FakeAgent::awaitAttached);
    return started.get();
  }

  private void encrypt(Configuration settings) {
    if (isEncrypted()) {
      TestTls.configure(settings);
    }
  }

  @AfterAll
  final void stop() throws IOException {
    node.ifPresent(TestNode::close);
    reducersNode.ifPresent(ReducersNode::close);
    agent.ifPresent(FakeAgent::close);
    FileUtil.fullyDelete(directory.toFile());
    if (tests > 1) { // a single test may be one whose fetch fails
      reducersNode.ifPresent(reducers -> assertThat(reducers.relayedFetches()).as("relayed fetches").isPositive());
    }
  }

  @AfterEach
  final void count() {
    tests++;
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

  /** Returns the address of the node with the map outputs. */
  final String host() {
    return subject.host();
  }

  final int port() throws IOException {
    return node().port();
  }

  final Reducer reducer() throws IOException {
    return reducer(job, node());
  }

  /** Returns a reducer of a job that fetches from a node. */
  final Reducer reducer(TestJob of, TestNode at) throws IOException {
    Reducer plain = new Reducer(of, host(), at.port());
    return isEncrypted() ? plain.overTls() : plain;
  }

  /** Returns the URL at which Hadoop's own reducer reaches the node. */
  final String url() {
    try {
      return (isEncrypted() ? "https://" : "http://") + host() + ":" + port();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns settings of Hadoop's own reducer with timeouts that are short enough for a test. */
  final JobConf reducerSettings() {
    JobConf settings = HadoopReducer.impatient();
    encrypt(settings);
    return settings;
  }

  /** Runs the work of Hadoop's own reducer, and returns its result. */
  final Result reduce(HadoopReducer.Work work) throws IOException {
    AtomicReference<Result> result = new AtomicReference<>();
    withKeys(() -> result.set(work.run()));
    return result.get();
  }

  final RawClient connect() throws IOException {
    return new RawClient(connected(new Socket()));
  }

  /** Opens a connection with a small receive buffer, so that the sender soon notices that the client does not read. */
  final RawClient connectWithLittleRoom() throws IOException {
    Socket socket = connected(new Socket());
    if (socket instanceof SSLSocket encrypted) {
      encrypted.startHandshake();
    }
    socket.setReceiveBufferSize(LITTLE_ROOM_BYTES);
    return new RawClient(socket);
  }

  private Socket connected(Socket plain) throws IOException {
    plain.connect(new InetSocketAddress(host(), port()));
    return isEncrypted() ? TestTls.sockets().createSocket(plain, host(), port(), true) : plain;
  }

  final String uri(int reduce, int... maps) throws IOException {
    return reducer().uri(reduce, maps);
  }

  /** Returns a whole request with the right proof. */
  final String request(String uri) throws IOException {
    return RawClient.request(job, uri, port());
  }

  /** Returns the head and the text of the answer to a request with the right proof. */
  final String answer(String uri) throws IOException {
    try (RawClient client = connect()) {
      return client.send(request(uri)).readText();
    }
  }
}
