package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestJob.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Map outputs: empty, spilled, large, missing, broken")
abstract class OutputChapter extends ContractChapter {
  private static final int GOOD = 0;
  private static final int LARGE_BYTES = 40_000_000;

  private List<Part> good;

  @Override
  void prepare() throws IOException {
    good = job().writeOutput(node().localDirectory(0), GOOD, 1_000, 0, 70_000);
  }

  private Path output(int map) {
    return job().directory(node().localDirectory(map)).resolve("output").resolve(job().map(map));
  }

  @Test
  @DisplayName("an empty part is a header without bytes")
  void empty() throws IOException {
    assertThat(reducer().fetch(1, GOOD).parts()).containsExactly(good.get(1));
    List<Part> allEmpty = job().writeOutput(node().localDirectory(1), 1, 0, 0);
    assertThat(reducer().fetch(0, 1).parts()).containsExactly(allEmpty.get(0));
  }

  @Test
  @DisplayName("outputs that were spilled to different local directories come in one response")
  void directories() throws IOException {
    List<Part> here = job().writeOutput(node().localDirectory(0), 2, 5, 6);
    List<Part> there = job().writeOutput(node().localDirectory(1), 3, 7, 8);
    assertThat(reducer().fetch(1, 2, 3, GOOD).parts()).containsExactly(here.get(1), there.get(1), good.get(1));
  }

  @Test
  @DisplayName("a response for more maps than it may have open files")
  void manyMaps() throws IOException {
    List<Part> parts = new ArrayList<>();
    for (int map = 100; map < 140; map++) {
      parts.add(job().writeOutput(node().localDirectory(map), map, 10, map).get(1));
    }
    assertThat(reducer().fetch(1, IntStream.range(100, 140).toArray()).parts()).isEqualTo(parts);
  }

  @Test
  @DisplayName("a part that is larger than any buffer on the way is served")
  void large() throws IOException {
    List<Part> parts = job().writeOutput(node().localDirectory(0), 4, LARGE_BYTES);
    assertThat(reducer().fetch(0, 4).parts()).isEqualTo(parts);
  }

  @Test
  @DisplayName("each attempt of a map has its own output")
  void attempts() throws IOException {
    String second = job().map(5).replaceFirst("_0$", "_1");
    List<Part> ofFirst = job().writeOutput(node().localDirectory(0), 5, 20);
    List<Part> ofSecond = job().writeOutput(node().localDirectory(1), second, 30);
    assertThat(reducer().fetch(0, 5).parts()).isEqualTo(ofFirst);
    assertThat(reducer().get(uri(0, 5).replace(job().map(5), second)).parts()).isEqualTo(ofSecond);
  }

  @Test
  @DisplayName("outputs of a DAG's tasks, whose names differ, are served")
  void otherEnginesNames() throws IOException {
    String name = "attempt_1700000000000_0001_1_00_000003_0_10007";
    List<Part> parts = job().writeOutput(node().localDirectory(0), name, 11, 12);
    assertThat(reducer().get("/mapOutput?job=" + job().id() + "&dag=1&reduce=1&map=" + name).parts())
        .containsExactly(parts.get(1));
  }

  @Test
  @DisplayName("500 for a map that has no output here, alone or among others")
  void missing() throws IOException {
    assertThat(reducer().fetch(0, 77).status()).isEqualTo(500);
    assertThat(reducer().fetch(0, GOOD, 77).status()).isEqualTo(500);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"file.out", "file.out.index"})
  @DisplayName("500 for an output whose data or index is missing")
  void halfMissing(String file) throws IOException {
    int map = file.length();
    job().writeOutput(node().localDirectory(map), map, 10, 20);
    Files.delete(output(map).resolve(file));
    assertThat(reducer().fetch(1, map).status()).isEqualTo(500);
  }

  @ParameterizedTest(name = "index of {0} bytes")
  @ValueSource(ints = {0, 7, 31, 55})
  @DisplayName("500 for an index that is cut off or damaged")
  void damagedIndex(int length) throws IOException {
    int map = 20 + length;
    job().writeOutput(node().localDirectory(map), map, 10, 20);
    byte[] index = Files.readAllBytes(output(map).resolve("file.out.index"));
    index[0] = 1;
    Files.write(output(map).resolve("file.out.index"), java.util.Arrays.copyOf(index, length));
    assertThat(reducer().fetch(1, map).status()).isEqualTo(500);
  }

  @ParameterizedTest(name = "reducer {0} of 3")
  @ValueSource(ints = {3, 1_000_000, -1})
  @DisplayName("500 for a reducer for which an output has no part")
  void noSuchReducer(int reduce) throws IOException {
    assertThat(reducer().fetch(reduce, GOOD).status()).isEqualTo(500);
  }

  @Test
  @DisplayName("an output that is written after a request for it has failed is served")
  void later() throws IOException {
    assertThat(reducer().fetch(0, 6).status()).isEqualTo(500);
    List<Part> parts = job().writeOutput(node().localDirectory(0), 6, 9);
    assertThat(reducer().fetch(0, 6).parts()).isEqualTo(parts);
  }

  @Test
  @DisplayName("several jobs are served at once, each with its own token; after a job has ended, only its requests get 401")
  void severalJobs() throws IOException {
    TestJob other = new TestJob(2);
    node().startJob(other);
    List<Part> parts = other.writeOutput(node().localDirectory(0), 0, 15);
    Reducer reducer = reducer(other, node());
    assertThat(reducer.fetch(0, 0).parts()).isEqualTo(parts);
    node().endJob(other);
    assertThat(reducer.fetch(0, 0).status()).isEqualTo(401);
    assertThat(reducer().fetch(2, GOOD).parts()).containsExactly(good.get(2));
  }
}
