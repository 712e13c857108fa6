package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.terra.cli.Terra;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Tests of {@code recurring} with a controller that has one recurring job. */
@Timeout(60)
class RecurringCommandTest {
  private static final String JOB = """
      {"id": "'load #' of ann in queue etl", "user": "ann", "queue": "etl", "name": "load #", "running": 1, "runs": 12, "returned": 2,
       "restarts": 0, "exploring": false, "saved": 1.25, "eta": 0.5, "usdPerHour": 6, "choices": [
        {"compression": true, "usdPerHour": null, "usual": true, "left": true, "runs": 3,
         "meanCost": 2.5, "believedCost": 2.5, "deviation": 0.1},
        {"compression": false, "usdPerHour": 6.0, "usual": false, "left": false, "runs": 1, "meanCost": null, "believedCost": null,
         "deviation": null}]}""";

  private final AtomicReference<String> query = new AtomicReference<>("");
  private HttpServer server;
  private String items = JOB;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/recurring", exchange -> {
      query.set(exchange.getRequestURI().getQuery());
      byte[] body = ("{\"total\": 1, \"offset\": 0, \"limit\": 1000, \"items\": [" + items + "]}").getBytes(StandardCharsets.UTF_8);
      try (exchange) {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String run(String... more) {
    StringWriter out = new StringWriter();
    CommandLine terra = Terra.commandLine().setOut(new PrintWriter(out));
    String[] arguments = new String[more.length + 3];
    arguments[0] = "recurring";
    arguments[1] = "--controller";
    arguments[2] = "http://127.0.0.1:" + server.getAddress().getPort();
    System.arraycopy(more, 0, arguments, 3, more.length);
    assertThat(terra.execute(arguments)).isZero();
    return out.toString();
  }

  @Test
  void aJobHasATableOfWhatItMayUse() {
    String text = run();
    assertThat(text).contains("'load #' of ann in queue etl: 12 runs, 1 under way, 2 returned early, learned anew 0 times, saved 1.2500");
    assertThat(text.lines().filter(line -> line.startsWith("as agents do it")).findFirst().orElseThrow().replaceAll(" +", " ").strip())
        .isEqualTo("as agents do it more than money 3 2.5000 2.5000 0.1000 used, usual");
    assertThat(text.lines().filter(line -> line.startsWith("off")).findFirst().orElseThrow().replaceAll(" +", " ").strip())
        .isEqualTo("off $ 6.0 1 - - - ruled out");
  }

  @Test
  void aJobThatIsOnlyWatchedSaysSo() {
    items = JOB.replace("\"exploring\": false", "\"exploring\": false, \"observed\": true");
    assertThat(run()).contains("saved 1.2500, only watched");
  }

  @Test
  void optionsChooseJobs() {
    assertThat(run("--queue", "etl", "--search", "load", "--json")).contains("\"name\"").contains("load #");
    assertThat(query.get()).contains("queue=etl").contains("search=load");
  }

  @Test
  void withoutJobsItSaysWhatToConfigure() {
    items = "";
    assertThat(run()).contains("recurring.queues in controller.yaml");
  }
}
