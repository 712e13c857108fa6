package dev.terra.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.workload.QueryResult.Counted;
import dev.terra.testbed.ShuffleMode;
import dev.terra.workloads.Suite;
import dev.terra.workloads.data.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadResultsTest {
  private static final WorkloadRequest REQUEST =
      request(List.of("q1", "q2"), 1);
  private static final WorkloadReport.Setting SETTING =
      new WorkloadReport.Setting("spark", "triangle", 0.1, List.of(ShuffleMode.STOCK, ShuffleMode.TERRA));

  @TempDir private Path folder;
  private WorkloadResults results;

  @BeforeEach
  void open() throws IOException {
    results = WorkloadResults.open(folder, "asked", false);
  }

  private static WorkloadRequest request(List<String> queries, int streams) {
    Map<String, String> texts = new LinkedHashMap<>();
    queries.forEach(query -> texts.put(query, "select 1"));
    return new WorkloadRequest(Suite.TPCH, 1, texts, new WorkloadRequest.Streams(streams, 1), new Placement(List.of("A"), Map.of(), 1));
  }

  private void done(ShuffleMode shuffle, String query, String rows) throws IOException {
    Files.writeString(results.rows(shuffle, "stream-1").resolve(query), rows);
    results.add(shuffle, "stream-1", new QueryResult(query, 2, 1, null, new Counted(1, 10, 5, 0, 0)));
  }

  @Test
  void whatIsKeptIsThereWhenItIsOpenedAgain() throws IOException {
    done(ShuffleMode.STOCK, "q1", "1|a\n");
    results.add(ShuffleMode.TERRA, new ShuffleTotals(10, 1, 0, 0));
    results.add(ShuffleMode.TERRA, new ShuffleTotals(5, 0, 0, 0));
    WorkloadResults again = WorkloadResults.open(folder, "asked", true);
    assertThat(again.result(ShuffleMode.STOCK, "stream-1", "q1")).map(QueryResult::seconds).hasValue(2.0);
    assertThat(again.result(ShuffleMode.TERRA, "stream-1", "q1")).isEmpty();
    assertThat(again.rows(ShuffleMode.STOCK, "stream-1", "q1")).containsExactly("1|a");
    assertThat(again.totals(ShuffleMode.TERRA)).isEqualTo(new ShuffleTotals(15, 1, 0, 0));
    assertThat(WorkloadResults.finished(again.rows(ShuffleMode.STOCK, "stream-1"))).isOne();
  }

  @Test
  void rowsThatABrokenOffRunHasLeftAreGoneBeforeTheirQueryRunsAgain() throws IOException {
    done(ShuffleMode.STOCK, "q1", "1|a\n");
    Files.writeString(results.rows(ShuffleMode.STOCK, "stream-1").resolve("q2"), "of a run that was broken off");
    Path rows = results.begin(ShuffleMode.STOCK, "stream-1", List.of("q2", "q3"));
    assertThat(rows.resolve("q2")).doesNotExist();
    assertThat(results.rows(ShuffleMode.STOCK, "stream-1", "q1")).containsExactly("1|a");
  }

  @Test
  void resultsOfSomethingElseAreLeftAlone() {
    assertThatThrownBy(() -> WorkloadResults.open(folder, "asked", false)).hasMessageContaining("--continue");
    assertThatThrownBy(() -> WorkloadResults.open(folder, "other", true)).hasMessageContaining("other").hasMessageContaining("asked");
  }

  @Test
  void allTheSameAndByTunnelsHolds() throws IOException {
    for (ShuffleMode shuffle : ShuffleMode.values()) {
      done(shuffle, "q1", "1|a\n");
      done(shuffle, "q2", shuffle == ShuffleMode.STOCK ? "2|b\n1|a\n" : "1|a\n2|b\n");
    }
    results.add(ShuffleMode.TERRA, new ShuffleTotals(96, 4, 0, 0));
    WorkloadReport report = WorkloadReport.of(REQUEST, SETTING, results);
    assertThat(report.problems()).isEmpty();
    assertThat(report.holds()).isTrue();
    assertThat(report.text()).contains("TPC-H-derived").contains("q2").endsWith("holds");
    assertThat(report.html()).contains("TPC-H-derived");
  }

  @Test
  void everythingThatSpeaksAgainstItIsSaid() throws IOException {
    done(ShuffleMode.STOCK, "q1", "1|a\n");
    results.add(ShuffleMode.TERRA, "stream-1", new QueryResult("q1", 0, 0, "no memory", new Counted(0, 0, 0, 2, 3)));
    done(ShuffleMode.STOCK, "q2", "1|a\n");
    done(ShuffleMode.TERRA, "q2", "1|b\n");
    results.add(ShuffleMode.TERRA, new ShuffleTotals(90, 10, 0, 0));
    WorkloadReport report = WorkloadReport.of(REQUEST, SETTING, results);
    assertThat(report.holds()).isFalse();
    assertThat(report.problems()).hasSize(5).anySatisfy(problem -> assertThat(problem).contains("q1 with terra failed: no memory"))
        .anySatisfy(problem -> assertThat(problem).contains("q2 differs").contains("1|b"))
        .contains("2 failed fetches, stock had 0", "3 extra attempts, stock had 0", "tunnels carried 0.0 of 0.0 MB");
  }

  @Test
  void furtherStreamsHaveOrdersOfTheirOwn() {
    List<String> queries = List.of("q1", "q2", "q3", "q4", "q5", "q6", "q7");
    Map<String, List<String>> streams = WorkloadRun.streams(request(queries, 2));
    assertThat(streams.get("stream-1")).isEqualTo(queries);
    assertThat(streams.get("stream-2")).containsExactlyInAnyOrderElementsOf(queries).isNotEqualTo(queries);
  }

  @Test
  void whatFailedIsRunAgain() throws IOException {
    done(ShuffleMode.STOCK, "q1", "1|a\n");
    results.add(ShuffleMode.STOCK, "stream-1", new QueryResult("q2", 0, 0, "no such column", Counted.NONE));
    assertThat(WorkloadRun.left(REQUEST, ShuffleMode.STOCK, results)).isEqualTo(Map.of("stream-1", List.of("q2")));
    assertThat(WorkloadRun.left(REQUEST, ShuffleMode.TERRA, results)).isEqualTo(Map.of("stream-1", List.of("q1", "q2")));
    done(ShuffleMode.STOCK, "q2", "1|a\n");
    assertThat(WorkloadRun.left(REQUEST, ShuffleMode.STOCK, results)).isEqualTo(Map.of("stream-1", List.of()));
  }

  @Test
  void aTableHasARowForEachQuery() throws IOException {
    Path spark = folder.resolve("spark");
    results = WorkloadResults.open(spark, "spark tpch-sf0.1-seed1-0, 1 streams of q2", false);
    for (String query : List.of("q10", "q2", "q3")) {
      done(ShuffleMode.STOCK, query, "1|a\n");
    }
    done(ShuffleMode.TERRA, "q10", "1|a\n");
    done(ShuffleMode.TERRA, "q2", "1|b\n");
    Path hive = folder.resolve("hive");
    results = WorkloadResults.open(hive, "hive tpch-sf0.1-seed1-0, 1 streams of q2", false);
    done(ShuffleMode.STOCK, "q2", "1|a\n");
    done(ShuffleMode.TERRA, "q2", "1|a\n");
    assertThat(QueryTable.of(List.of(spark, hive))).isEqualTo("""
        | query | Hive: shuffles | MB across sites | Spark: shuffles | MB across sites |
        |---|---|---|---|---|
        | **TPC-H-derived** | | | | |
        | q2 | 1 | 0.00 | differs | |
        | q3 | | | not run | |
        | q10 | | | 1 | 0.00 |
        """);
    assertThatThrownBy(() -> QueryTable.of(List.of(folder.resolve("nothing")))).hasMessageContaining("no results");
    assertThatThrownBy(() -> QueryTable.of(List.of(folder))).hasMessageContaining("something unknown: asked");
  }
}
