package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Splitter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terra.cli.Terra;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Tests of {@code costs} and {@code audit residency} with a controller whose lists have more rows than one answer. */
@Timeout(60)
class CostsCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROWS = 2_500;
  /** The time before which nothing has happened. */
  private static final String EMPTY_BEFORE = "2026-01-01T00:00:00Z";

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/costs", exchange -> answer(exchange, "name"));
    server.createContext("/api/v1/costs/work", exchange -> answer(exchange, "name"));
    server.createContext("/api/v1/residency/crossings", exchange -> answer(exchange, "shuffle"));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Answers with as many rows as the query requests. Each row has 2 bytes and costs half a dollar. */
  private static void answer(HttpExchange exchange, String key) throws IOException {
    Map<String, String> query = Splitter.on('&').withKeyValueSeparator('=').split(exchange.getRequestURI().getQuery());
    int total = EMPTY_BEFORE.equals(query.get("to")) ? 0 : ROWS;
    int from = Integer.parseInt(query.get("offset"));
    int to = Math.min(total, from + Integer.parseInt(query.get("limit")));
    ObjectNode page = JSON.createObjectNode().put("total", total).put("offset", from).put("limit", to - from);
    ArrayNode items = page.putArray("items");
    for (int row = from; row < to; row++) {
      items.addObject().put(key, "shuffle-" + row).put("bytes", 2).put("usd", 0.5).put("processorSeconds", 0.1)
          .put("by", query.get("by"));
    }
    byte[] body = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String run(String... command) {
    return run(0, command);
  }

  /** Runs a command, checks its exit code, and returns its error text, or its output if there is no error text. */
  private String run(int exitCode, String... command) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Terra.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] arguments = Arrays.copyOf(command, command.length + 2);
    arguments[command.length] = "--controller";
    arguments[command.length + 1] = "http://127.0.0.1:" + server.getAddress().getPort();
    assertThat(line.execute(arguments)).as(err.toString()).isEqualTo(exitCode);
    return err.toString().isEmpty() ? out.toString() : err.toString();
  }

  @Test
  void whatCannotBeMeantIsAWrongArgument() {
    assertThat(run(2, "costs", "--by", "colour")).contains("--by: expected one of [queue, job, shuffle, path, link, day], got colour");
    assertThat(run(2, "costs", "--from", "yesterday")).contains("--from: expected a time such as 2026-01-31T12:00:00Z, got yesterday");
    assertThat(run(2, "costs", "--to", "2026-01-01")).contains("--to: expected a time such as 2026-01-31T12:00:00Z, got 2026-01-01");
    assertThat(run(2, "audit", "residency", "--from", "2026-02-01T00:00:00Z", "--to", "2026-01-01T00:00:00Z"))
        .contains("--from: expected a time before --to 2026-01-01T00:00:00Z, got 2026-02-01T00:00:00Z");
  }

  @Test
  void theSumIsThatOfAllRows() {
    assertThat(run("costs", "--by", "shuffle").lines().filter(line -> line.startsWith("all"))).hasSize(2)
        .first(InstanceOfAssertFactories.STRING).contains("5000").contains("1250.0000");
  }

  @Test
  void theWorkAtSitesIsATableOfItsOwn() throws IOException {
    assertThat(run("costs").lines().dropWhile(line -> !line.equals("work at sites")).reduce((first, last) -> last).orElseThrow())
        .startsWith("all").contains(" 250.00").contains("1250.0000");
    assertThat(JSON.readTree(run("costs", "--json")).path("work").path(0).path("by").asText()).isEqualTo("site");
    assertThat(JSON.readTree(run("costs", "--json", "--by", "day")).path("work").path(0).path("by").asText()).isEqualTo("day");
  }

  @Test
  void allRowsAreInTheJson() throws IOException {
    assertThat(JSON.readTree(run("costs", "--json", "--from", "2026-01-01T00:00:00Z")).path("items")).hasSize(ROWS);
  }

  @Test
  void allCrossingsAreListedAndTheAuditFails() throws IOException {
    assertThat(run(1, "audit", "residency")).contains("shuffle-0 ").contains("shuffle-" + (ROWS - 1));
    assertThat(JSON.readTree(run(1, "audit", "residency", "--json")).path("items")).hasSize(ROWS);
  }

  @Test
  void anAuditWithoutCrossingsHolds() {
    assertThat(run("audit", "residency", "--to", EMPTY_BEFORE)).startsWith("No bytes took a path");
  }
}
