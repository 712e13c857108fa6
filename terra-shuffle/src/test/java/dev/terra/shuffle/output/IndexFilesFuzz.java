package dev.terra.shuffle.output;

import com.google.common.primitives.Bytes;
import dev.terra.fuzz.Choices;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.shuffle.support.LocalDirectories;
import dev.terra.shuffle.support.TestJob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/** Fuzz target: any bytes as the index of a map output and as a job's configuration. A job's user may write both. */
public final class IndexFilesFuzz {
  private static final TestJob JOB = new TestJob(1);
  private static final MapId MAP = MapId.parse(JOB.map(0)).orElseThrow();
  private static final Path ROOT = root();
  private static final Path INDEX = index();
  private static final MapOutputFiles FILES = new MapOutputFiles(new LocalDirectories(List.of(ROOT)));

  private static final int MOST_PARTS = 16;
  private static final List<String> BEGINNINGS = List.of("", "<?xml version=\"1.0\"?>\n", "<!DOCTYPE x [<!ENTITY y \"7\">]>");
  private static final List<String> OPENINGS = List.of("<property><name>mapreduce.job.maps</name><value>",
      "<property><name>mapreduce.job.queuename</name><value>", "<property><value>", "<name>mapreduce.job.maps</name>", "<![CDATA[", "");
  private static final List<String> ENDS = List.of("</value></property>", "</value>", "<final>true</final></property>", "]]>", "");
  private static final List<String> VALUES = List.of("7", "0", "-3", "2147483648", "root.a", "&lt;", "&y;", "<b/>");

  private IndexFilesFuzz() {}

  private static Path root() {
    try {
      Path root = Files.createTempDirectory("terra-index");
      root.toFile().deleteOnExit();
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path index() {
    try {
      Path output = Files.createDirectories(JOB.directory(ROOT).resolve("output").resolve(JOB.map(0)));
      return output.resolve(MapOutputFiles.DATA_FILE + ".index");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns seeds: an index of two parts, and a configuration. */
  public static List<byte[]> seeds() {
    ByteBuffer index = ByteBuffer.allocate(48);
    index.putLong(0).putLong(20).putLong(10).putLong(10).putLong(40).putLong(30);
    String maps = "<configuration><property><name>mapreduce.job.maps</name><value>7</value></property></configuration>";
    return List.of(Bytes.concat(new byte[] {0}, index.array()), Bytes.concat(new byte[] {0}, maps.getBytes(StandardCharsets.UTF_8)),
        new byte[] {1, 0, 4, 3, 4, 4, 3}, new byte[] {2, 0, 1, 0, 1, 0, 3});
  }

  /** Returns the rest of the input as it is, or bytes that are put together: numbers of an index, or elements of a configuration. */
  private static byte[] content(Choices choices) {
    return switch (choices.below(3)) {
      case 0 -> choices.rest();
      case 1 -> index(choices);
      default -> configuration(choices);
    };
  }

  private static byte[] index(Choices choices) {
    ByteBuffer numbers = ByteBuffer.allocate(MOST_PARTS * 3 * Long.BYTES);
    while (choices.hasMore() && numbers.hasRemaining()) {
      numbers.putLong(choices.number());
    }
    int whole = numbers.position() - numbers.position() % (3 * Long.BYTES);
    return Arrays.copyOf(numbers.array(), whole);
  }

  private static byte[] configuration(Choices choices) {
    StringBuilder text = new StringBuilder(choices.pick(BEGINNINGS)).append("<configuration>");
    for (int i = 0; i < MOST_PARTS && choices.hasMore(); i++) {
      text.append(choices.pick(OPENINGS)).append(choices.text(VALUES)).append(choices.pick(ENDS));
    }
    return text.append("</configuration>").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Checks that the input is either read as an index whose lengths make sense, or refused, and likewise as a configuration. */
  public static void fuzzerTestOneInput(byte[] any) {
    byte[] input = content(new Choices(any));
    try {
      Files.write(INDEX, withChecksum(input));
      MapOutputIndex read = FILES.index(new ActiveJob(JOB.id(), JOB.user()), MAP);
      for (int part = 0; part < read.partitions(); part++) {
        if (read.offset(part) < 0 || read.partLength(part) < 0 || read.rawLength(part) < 0) {
          throw new AssertionError("part " + part + " of " + read.partitions() + " has a negative length");
        }
      }
    } catch (IOException e) {
      // The reader refuses an index with an exception.
    }
    try {
      Optional<Integer> maps = JobXml.property(new ByteArrayInputStream(input), "mapreduce.job.maps").flatMap(JobXml::positive);
      if (maps.isPresent() && maps.get() < 1) {
        throw new AssertionError(maps.get() + " maps");
      }
    } catch (IOException e) {
      // The reader refuses a configuration with an exception.
      return;
    }
  }

  /**
   * Appends the checksum that Hadoop writes at the end of an index. Without it, the reader refuses the index before it looks at anything
   * else.
   */
  private static byte[] withChecksum(byte[] input) {
    CRC32 crc = new CRC32();
    crc.update(input);
    return ByteBuffer.allocate(input.length + Long.BYTES).put(input).putLong(crc.getValue()).array();
  }
}
