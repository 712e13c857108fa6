package dev.terra.shuffle.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.MoreExecutors;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.OutputListener;
import dev.terra.node.output.OutputRegistry;
import dev.terra.shuffle.support.TestJob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.server.api.AuxiliaryLocalPathHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OutputWatcherTest {
  private final TestJob job = new TestJob(1);
  private final ActiveJob active = new ActiveJob(job.id(), job.user());
  private final OutputRegistry registry = new OutputRegistry();
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

  @TempDir private java.nio.file.Path local;

  @AfterEach
  void end() {
    MoreExecutors.shutdownAndAwaitTermination(executor, 5, TimeUnit.SECONDS);
  }

  private OutputWatcher watcher() {
    return new OutputWatcher(new MapOutputFiles(new LocalPaths()), registry, () -> List.of(active),
        new Nobody(), new OutputWatcher.Schedule(executor, System::nanoTime));
  }

  private MapId output(String suffix) throws IOException {
    MapId map = MapId.parse(job.map(0).replace("_m_000000_0", suffix)).orElseThrow();
    job.writeOutput(local, map.value(), 10, 20);
    return map;
  }

  private void scan(OutputWatcher watcher) throws Exception {
    watcher.scanSoon();
    executor.submit(() -> { }).get(5, TimeUnit.SECONDS);
  }

  @Test
  void whatIsInAnOutputDirectoryIsFound() throws Exception {
    MapId ofMap = output("_m_000000_0");
    MapId ofVertex = output("_1_02_000003_0_10004");
    scan(watcher());
    assertThat(List.of(ofMap, ofVertex)).allMatch(map -> registry.contains(map.output()));
  }

  @Test
  void aSpillIsAnOutputOnlyForThoseWhoAskForIt() throws Exception {
    MapId spill = output("_1_02_000003_0_10004_0");
    MapId whole = output("_1_02_000003_0_10004");
    OutputWatcher watcher = watcher();
    scan(watcher);
    assertThat(registry.contains(whole.output())).as("the same scan finds what it became").isTrue();
    assertThat(registry.contains(spill.output())).isFalse();
    watcher.lookUp(active, List.of(spill.output())).get(5, TimeUnit.SECONDS);
    assertThat(registry.contains(spill.output())).isTrue();
  }

  @Test
  void whereOneIsAskedForTheOthersAreFound() throws Exception {
    MapId asked = output("_m_000000_0");
    MapId other = output("_m_000001_0");
    watcher().lookUp(active, List.of(asked.output())).get(5, TimeUnit.SECONDS);
    executor.submit(() -> { }).get(5, TimeUnit.SECONDS);
    assertThat(List.of(asked, other)).allMatch(map -> registry.contains(map.output()));
  }

  private static final class Nobody implements OutputListener {
    @Override
    public void outputsFound() {
      // this test needs no notice
    }

    @Override
    public void shuffleEnded(ShuffleId shuffle) {
      // this test needs no notice
    }
  }

  /** The NodeManager's local directories, of which there is one. */
  private final class LocalPaths implements AuxiliaryLocalPathHandler {
    private Path path(String relative) {
      return new Path(local.resolve(relative).toUri());
    }

    @Override
    public Path getLocalPathForRead(String relative) throws IOException {
      if (!Files.exists(local.resolve(relative))) {
        throw new IOException("no " + relative);
      }
      return path(relative);
    }

    @Override
    public Iterable<Path> getAllLocalPathsForRead(String relative) {
      return Stream.of(relative).filter(one -> Files.exists(local.resolve(one))).map(this::path).toList();
    }

    @Override
    public Path getLocalPathForWrite(String relative) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Path getLocalPathForWrite(String relative, long size) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  @Timeout(60)
  void whatAJobPutsInPlaceOfItsFilesStopsNothing() throws Exception {
    MapId sparse = output("_m_000000_0");
    MapId pipe = output("_m_000001_0");
    MapId link = output("_m_000002_0");
    MapId fine = output("_m_000003_0");
    try (FileChannel channel = FileChannel.open(file(sparse, MapOutputFiles.INDEX_FILE), StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[Long.BYTES]), 6L << 30);
    }
    replaceByPipe(file(pipe, MapOutputFiles.INDEX_FILE));
    java.nio.file.Path moved = Files.move(file(link, MapOutputFiles.INDEX_FILE), local.resolve("elsewhere"));
    Files.createSymbolicLink(file(link, MapOutputFiles.INDEX_FILE), moved);
    scan(watcher());
    assertThat(List.of(sparse, pipe, link)).noneMatch(map -> registry.contains(map.output()));
    assertThat(registry.contains(fine.output())).isTrue();
    replaceByPipe(file(fine, MapOutputFiles.DATA_FILE));
    try (MapOutputFiles files = new MapOutputFiles(new LocalPaths())) {
      assertThatThrownBy(() -> files.data(active, fine)).hasMessageContaining("is not a regular file");
    }
  }

  private java.nio.file.Path file(MapId map, String name) {
    return job.directory(local).resolve("output").resolve(map.value()).resolve(name);
  }

  private static void replaceByPipe(java.nio.file.Path file) throws Exception {
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
  }
}
