package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the output of commands that run as processes of their own: in locales that are not UTF-8, and into pipes and files that fail.
 */
class StandardStreamsTest {
  private static final int PATIENCE_SECONDS = 60;

  @TempDir Path folder;

  private ProcessBuilder terra(String locale, String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
        "dev.terra.cli.Terra"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG") || name.equals("JAVA_TOOL_OPTIONS"));
    builder.environment().putAll(Map.of("LC_ALL", locale, "HOME", folder.toString()));
    return builder;
  }

  private Path wan() throws IOException {
    return Files.writeString(folder.resolve("wan.yaml"), """
        name: Überland
        sites: [{id: A, city: Zürich}, {id: B, city: São Paulo}]
        links:
          - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "C.UTF-8"})
  void lettersBeyondAsciiAreUtf8InEveryLocale(String locale) throws Exception {
    Path shuffles = Files.writeString(folder.resolve("shuffles.json"),
        "{\"shuffles\": [{\"id\": \"größte-Köln\", \"bundles\": [{\"src\": \"A\", \"dst\": \"B\", \"bytes\": 1000000}]}]}");

    Process process = terra(locale, "schedule", "--topology", wan().toString(), "--shuffles", shuffles.toString(), "--json").start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(out).as(Files.readString(folder.resolve("err"))).contains("größte-Köln");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void aTraceIsUtf8InEveryLocale(String locale) throws Exception {
    Path trace = Files.writeString(folder.resolve("trace.json"), """
        {"format": "terra-trace", "version": 1, "name": "nächtlich", "jobs": [{"id": "jöb-東京", "arrivalSeconds": 0,
          "stages": [{"name": "map", "tasks": {"A": 4}}, {"name": "reduce", "tasks": {"B": 2}}],
          "shuffles": [{"from": "map", "to": "reduce", "bytes": 1000000000}]}]}
        """);

    Process process = terra(locale, "trace", "--topology", wan().toString(), "--from", trace.toString()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(out).as(Files.readString(folder.resolve("err"))).contains("jöb-東京");
  }

  @Test
  void aCommandThatRunsOnEndsWhenNobodyReads() throws Exception {
    HttpServer controller = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
    controller.createContext("/", exchange -> {
      byte[] answer = "{\"items\": []}".getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
      exchange.close();
    });
    controller.start();
    try {
      Process top = terra("C", "top", "--controller", "http://127.0.0.1:" + controller.getAddress().getPort()).start();
      try (BufferedReader reader = new BufferedReader(new InputStreamReader(top.getInputStream(), StandardCharsets.UTF_8))) {
        assertThat(reader.readLine()).as(Files.readString(folder.resolve("err"))).isNotBlank();
      }
      assertThat(top.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(top.exitValue()).isEqualTo(StandardStreams.READER_IS_GONE);
      assertThat(Files.readString(folder.resolve("err"))).isEmpty();
    } finally {
      controller.stop(0);
    }
  }

  @Test
  void aFileThatTakesNoMoreIsSaid() throws Exception {
    Process help = terra("C", "--help").redirectOutput(Path.of("/dev/full").toFile()).start();

    assertThat(help.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(help.exitValue()).isNotZero();
    assertThat(Files.readString(folder.resolve("err"))).contains("the output could not be written: No space left on device");
  }
}
