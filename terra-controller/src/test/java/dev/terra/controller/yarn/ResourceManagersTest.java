package dev.terra.controller.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.terra.controller.core.queue.QueueAnswer;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions to real servers over HTTP, most of which do not answer as they should. */
@Timeout(60)
class ResourceManagersTest {
  private static final YarnApplication APP = new YarnApplication("application_17_0001");
  /** Longer than a question may take, with room for a busy machine. */
  private static final long PATIENCE_SECONDS = 30;

  private final List<AutoCloseable> open = new ArrayList<>();
  private FakeResourceManager first;
  private FakeResourceManager second;

  @BeforeEach
  void start() throws IOException {
    first = keep(new FakeResourceManager());
    second = keep(new FakeResourceManager());
  }

  private <T extends AutoCloseable> T keep(T part) {
    open.add(part);
    return part;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable part : open) {
      part.close();
    }
  }

  private ResourceManagers of(String... addresses) {
    return keep(new ResourceManagers(
        new ResourceManagerConfig(Stream.of(addresses).map(URI::create).toList(), Optional.empty()), System::nanoTime));
  }

  private static QueueAnswer ask(ResourceManagers managers) throws InterruptedException {
    BlockingQueue<QueueAnswer> answers = new LinkedBlockingQueue<>();
    managers.ask(APP, answers::add);
    QueueAnswer answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(answer).as("an answer").isNotNull();
    return answer;
  }

  private static String failure(ResourceManagers managers) throws InterruptedException {
    return ask(managers).failure().orElseThrow();
  }

  @Test
  void theActiveResourceManagerSaysQueueAndUserOrThatThereIsNone() throws Exception {
    ResourceManagers managers = of(first.address());
    assertThat(ask(managers)).isEqualTo(QueueAnswer.unknown());
    first.place(APP.id(), "root.etl");
    assertThat(ask(managers)).isEqualTo(QueueAnswer.placed(new Owner("root.etl", "ann"), "word count"));
    assertThat(first.requests()).allMatch(path -> path.equals("/ws/v1/cluster/apps/application_17_0001?deSelects=resourceRequests"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "`\"name\": \"load 7\"` | load 7", "`\"name\": \"a\\nb\"` | a b", "`\"x\": 1` | ``", "`\"name\": [\"a\"]` | ``",
      "`\"name\": \"load 7\", \"applicationTags\": \"hive,terra-recurring:nightly load\"` | nightly load",
      "`\"name\": \"load 7\", \"applicationTags\": \"terra-recurring:\"` | load 7"})
  void itSaysTheNameOfWhatRecurs(String fields, String name) throws Exception {
    first.behave(exchange -> FakeResourceManager.say(exchange, 200,
        "{\"app\": {\"id\": \"application_17_0001\", \"queue\": \"etl\", \"user\": \"ann\", " + fields + "}}"));
    assertThat(ask(of(first.address()))).isEqualTo(QueueAnswer.placed(new Owner("etl", "ann"), name));
  }

  @Test
  void aStandbyOneIsPassedOverAndTheOneThatAnsweredComesFirst() throws Exception {
    second.place(APP.id(), "etl");
    first.behave(exchange -> {
      exchange.getResponseHeaders().set("Location", "http://192.0.2.1:8088" + exchange.getRequestURI());
      FakeResourceManager.say(exchange, 307, "This is standby RM. The redirect url is: http://192.0.2.1:8088");
    });
    ResourceManagers managers = of(first.address(), second.address());
    assertThat(ask(managers).owner()).isPresent();
    assertThat(ask(managers).owner()).isPresent();
    assertThat(first.requests()).hasSize(1);
    assertThat(failure(of(first.address()))).contains(first.address()).contains("standby");
  }

  @Test
  void oneThatIsDownIsPassedOverAndUsedAgainWhenTheOtherFails() throws Exception {
    second.place(APP.id(), "etl");
    String down = first.address();
    first.close();
    ResourceManagers managers = of(down, second.address());
    assertThat(ask(managers).owner()).isPresent();
    second.behave(exchange -> FakeResourceManager.say(exchange, 503, ""));
    assertThat(failure(managers)).contains(down).contains(second.address() + " did not report the queue of ").contains("HTTP 503");
    second.recover();
    assertThat(ask(managers).owner()).isPresent();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "200 | `` | no application", "200 | <html>hello</html> | not JSON", "200 | [] | no application", "200 | {\"app\": null} | no application",
      "200 | {\"app\": {\"id\": \"application_17_0002\", \"queue\": \"urgent\", \"user\": \"a\"}} | application_17_0002, not for application_17_0001",
      "200 | {\"app\": {\"id\": \"application_17_0001\", \"queue\": 7, \"user\": \"a\"}} | no 'queue'",
      "200 | {\"app\": {\"id\": \"application_17_0001\", \"queue\": [\"urgent\"], \"user\": \"a\"}} | no 'queue'",
      "200 | {\"app\": {\"id\": \"application_17_0001\", \"queue\": \"a\\nb\", \"user\": \"a\"}} | no 'queue'",
      "200 | {\"app\": {\"id\": \"application_17_0001\", \"queue\": \"etl\"}} | no 'user'",
      "401 | no | kinit", "403 | no | may not read", "404 | Not Found | no ResourceManager", "500 | {} | HTTP 500"})
  void whatIsNoAnswerIsAFailureThatSaysWhy(int status, String body, String why) throws Exception {
    first.behave(exchange -> FakeResourceManager.say(exchange, status, body));
    assertThat(failure(of(first.address()))).contains(first.address()).contains(APP.id()).contains(why);
  }

  @ParameterizedTest
  @ValueSource(ints = {257, 257 * 1024})
  void aNameOrABodyBeyondItsBoundIsRefused(int characters) throws Exception {
    first.place(APP.id(), "q".repeat(characters));
    assertThat(failure(of(first.address()))).containsAnyOf("at most 256 characters", "more than 262144 bytes");
  }

  @Test
  void aBodyWithoutAnEndIsRefused() throws Exception {
    first.behave(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      byte[] zeros = new byte[1 << 16];
      try (OutputStream out = exchange.getResponseBody()) {
        while (true) {
          out.write(zeros);
        }
      } catch (IOException e) {
        assertThat(e).as("the client has left").isNotNull();
      }
    });
    assertThat(failure(of(first.address()))).contains("more than 262144 bytes");
  }

  @Test
  void aBodyThatDripsIsGivenUpInTime() throws Exception {
    first.behave(exchange -> drip(exchange));
    long start = System.nanoTime();
    assertThat(failure(of(first.address()))).contains("takes longer than 5 s");
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS / 2));
  }

  private static void drip(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      CountDownLatch never = new CountDownLatch(1);
      while (!never.await(500, TimeUnit.MILLISECONDS)) {
        out.write(' ');
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void silenceAndAHeadThatDripsAreGivenUpInTimeAndTheNextOneIsAsked() throws Exception {
    second.place(APP.id(), "etl");
    for (boolean drips : new boolean[] {false, true}) {
      ServerSocket slow = keep(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      Thread server = new Thread(() -> serve(slow, drips), "slow");
      server.setDaemon(true);
      server.start();
      long start = System.nanoTime();
      assertThat(ask(of("http://127.0.0.1:" + slow.getLocalPort(), second.address())).owner()).isPresent();
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS / 2));
    }
  }

  private static void serve(ServerSocket listening, boolean drips) {
    try (Socket socket = listening.accept(); InputStream in = socket.getInputStream(); OutputStream out = socket.getOutputStream()) {
      out.write("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      CountDownLatch never = new CountDownLatch(1);
      while (!listening.isClosed() && !never.await(300, TimeUnit.MILLISECONDS)) {
        if (drips) {
          out.write('x');
        }
      }
      assertThat(in).isNotNull();
    } catch (IOException e) {
      assertThat(e).as("the client has left").isNotNull();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aBoundedNumberWaitsAndAFurtherQuestionFailsAtOnce() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    first.place(APP.id(), "etl");
    first.behave(exchange -> {
      try {
        assertThat(release.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      first.recover();
      FakeResourceManager.say(exchange, 503, "");
    });
    ResourceManagers managers = of(first.address());
    BlockingQueue<QueueAnswer> waiting = new LinkedBlockingQueue<>();
    for (int i = 0; i < 4; i++) {
      managers.ask(APP, waiting::add);
    }
    assertThat(failure(managers)).contains("have not been answered yet");
    release.countDown();
    for (int i = 0; i < 4; i++) {
      assertThat(waiting.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(ask(managers).owner()).isPresent();
  }

  @Test
  void afterItIsClosedNothingIsAskedAndNothingWaits() throws Exception {
    ResourceManagers managers = of(first.address());
    managers.close();
    managers.ask(APP, answer -> { });
    assertThat(first.requests()).isEmpty();
  }

  @Test
  void httpsTrustsTheConfiguredAuthorityAndNoOther(@TempDir Path folder) throws Exception {
    String password = "changeit";
    keytool(folder, "-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=rm", "-ext", "san=ip:127.0.0.1");
    keytool(folder, "-exportcert", "-rfc", "-file", folder.resolve("ca.pem").toString());
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("store"))) {
      store.load(in, password.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    FakeResourceManager https = keep(new FakeResourceManager(Optional.of(context)));
    https.place(APP.id(), "etl");
    ResourceManagerConfig config = new ResourceManagerConfig(List.of(URI.create(https.address())), Optional.of(folder.resolve("ca.pem")));
    assertThat(ask(keep(new ResourceManagers(config, System::nanoTime))).owner()).isPresent();
    assertThat(failure(of(https.address()))).contains(https.address());
  }

  private static void keytool(Path folder, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "rm", "-storetype", "PKCS12", "-storepass", "changeit", "-keystore",
        folder.resolve("store").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
