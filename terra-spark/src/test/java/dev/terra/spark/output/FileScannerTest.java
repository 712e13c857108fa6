package dev.terra.spark.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.OutputListener;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.QuietDirectories;
import dev.terra.node.output.UnreadableIndexes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FileScannerTest {
  private static final String APPLICATION = "application_1_1";
  /** The most heap that the registry is documented to take, bytes. */
  private static final long HEAP_BOUND_BYTES = 64L << 20;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final OutputRegistry registry = new OutputRegistry();
  private final List<ExecutorFolders> executors = new ArrayList<>();
  private final List<String> ended = new ArrayList<>();
  private int told;
  private long nanos = 1;
  private FileScanner scanner;

  @BeforeEach
  void begin() {
    executors.add(executor(1, "blockmgr-1"));
    scanner = new FileScanner(() -> List.copyOf(executors), new FileScanner.Books(registry, new FilePlaces()), new OutputListener() {
      @Override
      public void outputsFound() {
        told++;
      }

      @Override
      public void shuffleEnded(ShuffleId shuffle) {
        ended.add(shuffle.toString());
      }
    }, new FileScanner.Schedule(thread, () -> nanos));
  }

  @AfterEach
  void end() {
    thread.shutdownNow();
  }

  private Path write(int shuffle, int map, long... lengths) throws IOException {
    ByteBuffer index = ByteBuffer.allocate((lengths.length + 1) * Long.BYTES);
    long end = 0;
    index.putLong(0);
    for (long length : lengths) {
      end += length;
      index.putLong(end);
    }
    return write(executors.get(0), shuffle, map, index.array());
  }

  private static Path write(ExecutorFolders executor, int shuffle, int map, byte[] index) throws IOException {
    Path file = executor.file("shuffle_" + shuffle + "_" + map + "_0.index");
    Files.createDirectories(file.getParent());
    return Files.write(file, index);
  }

  private ExecutorFolders executor(int number, String folder) {
    return new ExecutorFolders(APPLICATION, number, List.of(directory.resolve("usercache/bob/appcache").resolve(folder)), 64);
  }

  private SparkOutput output(int shuffle, int map) {
    return new SparkOutput(APPLICATION, 1, shuffle, map);
  }

  @Test
  void aNewIndexIsToldOnceWithAllLengths() throws IOException {
    write(3, 7, 10, 0, 25);
    scanner.scan();
    scanner.scan();
    OutputRegistry.Output found = registry.find(output(3, 7).output()).orElseThrow();
    assertThat(told).isEqualTo(1);
    assertThat(found.job().user()).isEqualTo("bob");
    assertThat(found.shuffle().toString()).isEqualTo("application_1_1/shuffle_3");
    assertThat(found.shuffle().onDemand()).isTrue();
    assertThat(found.index().partitions()).isEqualTo(3);
    assertThat(found.index().partLength(2)).isEqualTo(25);
    assertThat(found.index().offset(2)).isEqualTo(10);
  }

  @Test
  void anIndexThatIsNotWholeIsReadAgain() throws IOException {
    Path index = write(0, 1, 10);
    Files.write(index, new byte[3]);
    scanner.scan();
    assertThat(told).isZero();
    nanos += 2 * QuietDirectories.SETTLED_NANOS;
    write(0, 1, 10);
    scanner.scan();
    assertThat(told).isEqualTo(1);
  }

  @Test
  void otherFilesAreNoOutputs() throws IOException {
    Path folder = Files.createDirectories(executors.get(0).localDirectories().get(0).resolve("0a"));
    Files.write(folder.resolve("shuffle_0_1_0.index.4a"), new byte[16]);
    Files.write(folder.resolve("rdd_0_1"), new byte[16]);
    Files.write(folder.resolve("shuffle_0_99999999999_0.index"), new byte[16]);
    scanner.scan();
    assertThat(told).isZero();
  }

  @Test
  void aShuffleEndsWithTheLastOfItsFiles() throws IOException {
    Path first = write(0, 1, 10);
    Path second = write(0, 2, 10);
    write(1, 3, 10);
    scanner.scan();
    Files.delete(first);
    scanner.scan();
    assertThat(ended).isEmpty();
    Files.delete(second);
    scanner.scan();
    nanos += GoneShuffles.LINGER_NANOS;
    scanner.scan();
    assertThat(ended).isEmpty();
    nanos++;
    scanner.scan();
    assertThat(ended).containsExactly("application_1_1/shuffle_0");
    assertThat(registry.ended()).containsExactly(new ShuffleId("application_1_1/shuffle_0"));
    assertThat(registry.contains(output(1, 3).output())).isTrue();
  }

  /** Outputs of other nodes are still read, and the stage is tried again. */
  @Test
  void aShuffleWhoseOnlyOutputIsLostAndMadeAgainGoesOn() throws IOException {
    Path lost = write(0, 1, 10);
    scanner.scan();
    Files.delete(lost);
    scanner.scan();
    write(0, 9, 10);
    scanner.scan();
    nanos += 2 * GoneShuffles.LINGER_NANOS;
    scanner.scan();
    assertThat(ended).isEmpty();
  }

  @Test
  void whatIsGoneEndsWithItsApplication() throws IOException {
    Path lost = write(0, 1, 10);
    write(1, 2, 10);
    scanner.scan();
    Files.delete(lost);
    scanner.scan();
    executors.clear();
    scanner.scan();
    assertThat(ended).containsExactlyInAnyOrder("application_1_1/shuffle_0", "application_1_1/shuffle_1");
  }

  /** This happens where an application's driver has restarted, and numbers tasks from the beginning again. */
  @Test
  void theSameTaskOfAnotherExecutorIsAnotherOutput() throws IOException {
    write(0, 5, 10);
    executors.add(executor(2, "blockmgr-2"));
    write(executors.get(1), 0, 5, ByteBuffer.allocate(16).putLong(0).putLong(70).array());
    scanner.scan();
    assertThat(registry.find(output(0, 5).output()).orElseThrow().index().partLength(0)).isEqualTo(10);
    assertThat(registry.find(new SparkOutput(APPLICATION, 2, 0, 5).output()).orElseThrow().index().partLength(0)).isEqualTo(70);
  }

  @Test
  void whereANumberIsGivenAgainTheEarlierExecutorsFilesAreForgotten() throws IOException {
    write(0, 5, 10);
    write(0, 6, 10);
    scanner.scan();
    executors.set(0, executor(1, "blockmgr-2"));
    write(0, 5, 70);
    scanner.scan();
    assertThat(registry.find(output(0, 5).output()).orElseThrow().index().partLength(0)).isEqualTo(70);
    assertThat(registry.contains(output(0, 6).output())).isFalse();
  }

  @Test
  void allShufflesEndWithTheirApplication() throws IOException {
    write(0, 1, 10);
    write(1, 2, 10);
    scanner.scan();
    executors.clear();
    scanner.scan();
    assertThat(ended).containsExactlyInAnyOrder("application_1_1/shuffle_0", "application_1_1/shuffle_1");
    assertThat(registry.contains(output(0, 1).output())).isFalse();
  }

  @Test
  void twoThousandMapsOfTwoThousandPartitionsFit() throws IOException {
    long[] lengths = new long[2_000];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = 1_000L + i;
    }
    for (int map = 0; map < 2_000; map++) {
      write(0, map, lengths);
    }
    long before = usedBytes();
    scanner.scan();
    long used = usedBytes() - before;
    assertThat(registry.contains(output(0, 1_999).output())).isTrue();
    assertThat(used).isLessThan(HEAP_BOUND_BYTES);
    assertThat(registry.after(0).orElseThrow().index().partitions()).isEqualTo(2_000);
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  @Timeout(60)
  void whatAnExecutorPutsInPlaceOfAnIndexStopsNothing() throws Exception {
    Path sparse = write(0, 1, 10);
    try (FileChannel channel = FileChannel.open(sparse, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[Long.BYTES]), 6L << 30);
    }
    Path pipe = write(0, 2, 10);
    Files.delete(pipe);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path link = write(0, 3, 10);
    Files.move(link, directory.resolve("elsewhere"));
    Files.createSymbolicLink(link, directory.resolve("elsewhere"));
    write(0, 4, 10);
    for (int i = 0; i <= UnreadableIndexes.MOST_TRIES; i++) {
      scanner.scan();
    }
    assertThat(told).isEqualTo(1);
    assertThat(registry.find(output(0, 4).output())).isPresent();
    for (int map = 1; map <= 3; map++) {
      assertThat(registry.find(output(0, map).output())).isEmpty();
    }
  }

  @Test
  @Timeout(60)
  void aPipeInPlaceOfDataHoldsNobody() throws Exception {
    FilePlaces places = new FilePlaces();
    OutputRegistry known = new OutputRegistry();
    SparkOutput file = output(0, 1);
    Path pipe = directory.resolve(file.dataName());
    places.put(file, pipe);
    known.add(new ActiveJob(APPLICATION, "bob"), file.output(), file.nodeShuffle(), MapOutputIndex.ofBounds(0, 10));
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Map<String, List<String>> query = Map.of("job", List.of(SparkOutput.shuffleId(APPLICATION, 0)), "map",
        List.of(file.output().name()), "reduce", List.of("0"));
    assertThatThrownBy(() -> new SparkSegments(known, places).open(query)).isInstanceOf(IOException.class)
        .hasMessageContaining("is not a regular file");
    Files.delete(pipe);
    Files.write(pipe, new byte[9]);
    assertThatThrownBy(() -> new SparkSegments(known, places).open(query)).hasMessageContaining("shorter than its index says");
    Files.write(pipe, new byte[10]);
    new SparkSegments(known, places).open(query).orElseThrow().file().close();
    places.close();
  }

  @Test
  void onlyFoldersThatSparkMakesAreLookedAt() throws IOException {
    Path folder = executors.get(0).localDirectories().get(0);
    Path index = write(0, 1, 5);
    for (String name : List.of("0g", "AB", "abc", "a", "ab")) {
      Path other = folder.resolve(name);
      Files.createDirectories(other);
      Files.copy(index, other.resolve("shuffle_0_2_0.index"));
      scanner.scan();
      assertThat(registry.contains(output(0, 2).output())).as(name).isEqualTo(name.equals("ab"));
    }
  }

  @Test
  void anExecutorHasSoManyFolders() {
    List<Path> many = IntStream.range(0, 100).mapToObj(number -> directory.resolve("d" + number)).toList();
    assertThat(new ExecutorFolders(APPLICATION, 1, many, 64).localDirectories()).hasSize(64).isEqualTo(many.subList(0, 64));
  }

  @Test
  void theGoneShufflesOfOneApplicationDoNotEndThoseOfOthers() {
    GoneShuffles gone = new GoneShuffles(registry, new OutputListener() {
      @Override
      public void outputsFound() {
        told++;
      }

      @Override
      public void shuffleEnded(ShuffleId shuffle) {
        ended.add(shuffle.toString());
      }
    });
    gone.add("application_1_2", new ShuffleId("other"), 0);
    for (int number = 0; number <= GoneShuffles.MOST_OF_ONE; number++) {
      gone.add(APPLICATION, new ShuffleId(APPLICATION + "/shuffle_" + number), 0);
    }
    assertThat(ended).containsExactly(APPLICATION + "/shuffle_0");
  }
}
