package dev.terra.spark.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.network.shuffle.DownloadFile;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.apache.spark.network.shuffle.SimpleDownloadFile;
import org.apache.spark.network.util.TransportConf;

/** Makes files for blocks, as a task does that has no room for them in memory. */
public final class TestDownloads implements DownloadFileManager {
  private final Path directory;
  private final AtomicInteger made = new AtomicInteger();

  /** Makes the files in a directory of their own. */
  public TestDownloads(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
  }

  @Override
  public DownloadFile createTempFile(TransportConf conf) {
    return new SimpleDownloadFile(directory.resolve("block-" + made.incrementAndGet()).toFile(), conf);
  }

  @Override
  public boolean registerTempFileToClean(DownloadFile file) {
    return true;
  }

  /** Returns how many files have been made. */
  public int made() {
    return made.get();
  }
}
