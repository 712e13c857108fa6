package dev.terra.rest.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.rest.Calls;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Caller;
import dev.terra.rest.api.Problem;
import dev.terra.rest.json.RestJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  private static final Caller STRANGER = new Caller("anonymous", Access.NONE, "10.6.6.6");
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123456Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  @TempDir
  private Path folder;

  private Path file() {
    return folder.resolve("audit.log");
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(line -> {
      try {
        return RestJson.mapper().readTree(line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }).toList();
  }

  @Test
  void aRefusalIsALineWithItsReason() throws IOException {
    new AuditLog(file(), CLOCK).refused(Calls.OPERATOR, "POST", "/api/v1/sites/A/drain", Problem.of(409, "it is drained\nalready"));

    assertThat(lines(file())).singleElement().satisfies(line -> {
      assertThat(line.path("at").asText()).isEqualTo("2026-01-31T12:00:00.123Z");
      assertThat(line.path("who").asText()).isEqualTo("ops");
      assertThat(line.path("role").asText()).isEqualTo("admin");
      assertThat(line.path("path").asText()).isEqualTo("/api/v1/sites/A/drain");
      assertThat(line.path("outcome").asText()).isEqualTo("refused");
      assertThat(line.path("status").asInt()).isEqualTo(409);
      assertThat(line.path("detail").asText()).isEqualTo("it is drained already");
    });
  }

  @Test
  void anOutcomeThatIsNotKnownIsNoRefusal() {
    AuditLog log = new AuditLog(null, CLOCK);
    log.refused(Calls.OPERATOR, "POST", "/", Problem.unknown("no answer in time", 5));

    assertThat(log.newest()).singleElement().satisfies(row -> assertThat(row.outcome()).isEqualTo("unknown"));
  }

  @Test
  void strangersLinesAreInAFileOfTheirOwn() throws IOException {
    AuditLog log = new AuditLog(file(), CLOCK);
    log.refused(Calls.OPERATOR, "POST", "/a", Problem.of(409, "no"));
    log.refused(STRANGER, "POST", "/b", Problem.of(401, "who is it?"));

    assertThat(lines(file())).extracting(line -> line.path("path").asText()).containsExactly("/a");
    assertThat(lines(folder.resolve("audit.log.refused"))).extracting(line -> line.path("path").asText()).containsExactly("/b");
    assertThat(log.newest()).hasSize(2);
  }

  @Test
  void longPathsAndReasonsAreCut() {
    AuditLog log = new AuditLog(null, CLOCK);
    log.refused(STRANGER, "POST", "/" + "x".repeat(900), Problem.of(401, "y".repeat(900)));

    assertThat(log.newest()).singleElement().satisfies(row -> {
      assertThat(row.path()).hasSize(500);
      assertThat(row.detail()).hasSize(500);
    });
  }

  @Test
  void theNewestAreRememberedOfOperatorsAndOfOthers() {
    AuditLog log = new AuditLog(null, CLOCK);
    for (int i = 0; i < 1_500; i++) {
      log.refused(Calls.OPERATOR, "POST", "/operator/" + i, Problem.of(409, "no"));
      log.refused(STRANGER, "POST", "/stranger/" + i, Problem.of(401, "no"));
    }

    assertThat(log.newest()).hasSize(1_200).extracting(AuditRow::path).contains("/operator/1499", "/operator/500", "/stranger/1300")
        .doesNotContain("/operator/499", "/stranger/1299");
  }

  @Test
  void aFullFileIsRenamedAndTheOldestGoes() throws IOException {
    for (int i = 1; i <= AuditLog.OLD_FILES; i++) {
      Files.writeString(folder.resolve("audit.log." + i), "old " + i);
    }
    Files.write(file(), new byte[(int) AuditLog.MOST_BYTES]);

    new AuditLog(file(), CLOCK).refused(Calls.OPERATOR, "POST", "/new", Problem.of(409, "no"));

    assertThat(lines(file())).hasSize(1);
    assertThat(folder.resolve("audit.log.1")).hasSize(AuditLog.MOST_BYTES);
    assertThat(folder.resolve("audit.log.4")).hasContent("old 3");
    assertThat(folder.resolve("audit.log.5")).doesNotExist();
  }

  @Test
  void aLogThatCannotBeWrittenIsKeptInMemory() {
    AuditLog log = new AuditLog(folder.resolve("none/audit.log"), CLOCK);
    log.refused(Calls.OPERATOR, "POST", "/a", Problem.of(409, "no"));

    assertThat(log.newest()).hasSize(1);
  }
}
