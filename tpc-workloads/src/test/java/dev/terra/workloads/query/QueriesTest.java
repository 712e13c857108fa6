package dev.terra.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.workloads.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueriesTest {
  @TempDir private Path folder;

  private Path archive(Map<String, String> files) throws IOException {
    Path jar = folder.resolve("tests.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  @Test
  void areThoseOfTheSuiteInTheOrderOfTheirNumbers() throws IOException {
    Path jar = archive(Map.of("tpcds/q14b.sql", "b", "tpcds/q14a.sql", "a", "tpcds/q2.sql", "two", "tpch/q1.sql", "one",
        "tpcds/other.sql", "", "tpcds-v2.7.0/q5.sql", ""));
    assertThat(Queries.of(Suite.TPCDS, jar)).containsExactly(Map.entry("q2", "two"), Map.entry("q14a", "a"), Map.entry("q14b", "b"));
    assertThat(Queries.of(Suite.TPCH, jar)).containsExactly(Map.entry("q1", "one"));
  }

  @Test
  void aColumnThatHasAnotherNameNowIsCalledByIt() throws IOException {
    Path jar = archive(Map.of("tpcds/q30.sql", "select c_last_review_date, c_last_review_date_sk from customer"));
    assertThat(Queries.of(Suite.TPCDS, jar)).containsEntry("q30", "select c_last_review_date_sk, c_last_review_date_sk from customer");
  }

  @Test
  void anArchiveWithoutThemIsAnError() throws IOException {
    Path jar = archive(Map.of("tpch/q1.sql", "one"));
    assertThatThrownBy(() -> Queries.of(Suite.TPCDS, jar)).hasMessageContaining("tests.jar").hasMessageContaining("tpcds/");
  }

  @Test
  void ourOwnNeedNoArchive() throws IOException {
    assertThat(Queries.of(Suite.BIGBENCH, folder.resolve("none"))).hasSize(Queries.OWN).allSatisfy(
        (name, sql) -> assertThat(Dialect.HIVE.query(sql)).as(name).startsWithIgnoringCase(sql.contains("\nwith ") ? "with" : "select"));
  }
}
