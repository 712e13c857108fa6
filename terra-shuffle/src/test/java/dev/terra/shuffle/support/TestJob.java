package dev.terra.shuffle.support;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.security.token.JobTokenIdentifier;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** A job with a token, and map outputs of random bytes as Hadoop's own writer leaves them on a NodeManager's disk. */
public final class TestJob {
  /** The start time of the test cluster, in milliseconds. It is part of the ids of applications and attempts. */
  private static final long CLUSTER = 1_700_000_000_000L;

  private final ApplicationId application;
  private final Token<JobTokenIdentifier> token;
  private final Random random;

  /** One part of one map output. */
  public record Part(String map, int reduce, ByteString bytes, long rawLength) {}

  /** Creates a job with a number, and makes its token. */
  public TestJob(int number) {
    application = ApplicationId.newInstance(CLUSTER, number);
    token = new Token<>(new JobTokenIdentifier(new Text(id())), new JobTokenSecretManager());
    random = new Random(number);
  }

  /** Creates a job whose token another process has made. */
  public TestJob(int number, byte[] password) {
    application = ApplicationId.newInstance(CLUSTER, number);
    token = new Token<>(new JobTokenIdentifier(new Text(id())).getBytes(), password, JobTokenIdentifier.KIND_NAME, new Text());
    random = new Random(number);
  }

  /** Returns the job's id, as reducers name it. */
  public String id() {
    return application.toString().replace("application_", "job_");
  }

  /** Returns the id of the job's application. */
  public ApplicationId application() {
    return application;
  }

  /** Returns the user who runs the job, which is the user who runs the tests. */
  public String user() {
    return System.getProperty("user.name");
  }

  /** Returns the key with which reducers sign. */
  public SecretKey key() {
    return JobTokenSecretManager.createSecretKey(token.getPassword());
  }

  /** Returns the token as the application master hands it to the NodeManager. */
  public ByteBuffer serviceData() throws IOException {
    return ShuffleHandler.serializeServiceData(token);
  }

  /** Returns the id of a map's first attempt. */
  public String map(int number) {
    return "attempt_%d_%04d_m_%06d_0".formatted(CLUSTER, application.getId(), number);
  }

  /** Returns the job's directory within a local directory. */
  public Path directory(Path localDirectory) {
    return localDirectory.resolve("usercache").resolve(user()).resolve("appcache").resolve(application.toString());
  }

  /** Writes a map's output with parts of the given lengths. */
  public List<Part> writeOutput(Path localDirectory, int number, int... lengths) throws IOException {
    return writeOutput(localDirectory, map(number), lengths);
  }

  /** Writes the output of the attempt with the given name. */
  public List<Part> writeOutput(Path localDirectory, String attempt, int... lengths) throws IOException {
    Path directory = Files.createDirectories(directory(localDirectory).resolve("output").resolve(attempt));
    List<Part> parts = IntStream.range(0, lengths.length).mapToObj(reduce -> part(attempt, reduce, lengths[reduce])).toList();
    SpillRecord spill = new SpillRecord(lengths.length);
    List<byte[]> data = new ArrayList<>();
    long offset = 0;
    for (Part part : parts) {
      spill.putIndex(new IndexRecord(offset, part.rawLength(), part.bytes().size()), part.reduce());
      offset += part.bytes().size();
      data.add(part.bytes().toByteArray());
    }
    try (var out = Files.newOutputStream(directory.resolve("file.out"))) {
      for (byte[] bytes : data) {
        out.write(bytes);
      }
    }
    spill.writeToFile(new org.apache.hadoop.fs.Path(directory.resolve("file.out.index").toString()),
        new JobConf(new Configuration(false)));
    return parts;
  }

  /**
   * Writes a map's output with records as a map task does: compressed, encrypted or neither, as the configuration states.
   * Every part holds the given number of records, in the order of their keys.
   */
  public void writeRecords(Path localDirectory, int number, int reducers, int records, JobConf settings) throws IOException {
    Path directory = Files.createDirectories(directory(localDirectory).resolve("output").resolve(map(number)));
    CompressionCodec codec = settings.getCompressMapOutput()
        ? ReflectionUtils.newInstance(settings.getMapOutputCompressorClass(DefaultCodec.class), settings) : null;
    SpillRecord spill = new SpillRecord(reducers);
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(directory.resolve("file.out").toString());
    try (FSDataOutputStream out = FileSystem.getLocal(settings).getRaw().create(file)) {
      for (int reduce = 0; reduce < reducers; reduce++) {
        long start = out.getPos();
        FSDataOutputStream wrapped = CryptoUtils.wrapIfNecessary(settings, out, false);
        IFile.Writer<Text, Text> writer = new IFile.Writer<>(settings, wrapped, Text.class, Text.class, codec, null);
        for (int record = 0; record < records; record++) {
          writer.append(key(number, reduce, record), new Text("value of " + record));
        }
        writer.close();
        if (!wrapped.equals(out)) {
          wrapped.close();
        }
        int padding = CryptoUtils.cryptoPadding(settings);
        spill.putIndex(new IndexRecord(start, writer.getRawLength() + padding, writer.getCompressedLength() + padding), reduce);
      }
    }
    spill.writeToFile(new org.apache.hadoop.fs.Path(directory.resolve("file.out.index").toString()), settings);
  }

  /** Reads one part of a map's output, which the index locates. */
  public Part read(Path localDirectory, int number, int reduce) throws IOException {
    Path output = directory(localDirectory).resolve("output").resolve(map(number));
    SpillRecord spill = new SpillRecord(new org.apache.hadoop.fs.Path(output.resolve("file.out.index").toString()), new JobConf());
    IndexRecord entry = spill.getIndex(reduce);
    byte[] all = Files.readAllBytes(output.resolve("file.out"));
    ByteString bytes = ByteString.copyFrom(all, (int) entry.startOffset, (int) entry.partLength);
    return new Part(map(number), reduce, bytes, entry.rawLength);
  }

  private static Text key(int map, int reduce, int record) {
    return new Text("%06d of map %d for reducer %d".formatted(record, map, reduce));
  }

  /** Returns the keys that a reducer finds in the records of the given number of maps, in order. */
  public static List<String> keys(int maps, int reduce, int records) {
    return IntStream.range(0, maps).boxed()
        .flatMap(map -> IntStream.range(0, records).mapToObj(record -> key(map, reduce, record).toString())).sorted().toList();
  }

  private Part part(String attempt, int reduce, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return new Part(attempt, reduce, ByteString.copyFrom(bytes), 2L * length);
  }

  /** Writes the localized configuration of the job. */
  public void writeConfiguration(Path localDirectory, int totalMaps) throws IOException {
    writeConfiguration(localDirectory, totalMaps, "etl");
  }

  /** Writes the localized configuration of the job, which is a job of the given queue. */
  public void writeConfiguration(Path localDirectory, int totalMaps, String queue) throws IOException {
    Path directory = Files.createDirectories(directory(localDirectory).resolve("filecache").resolve("10"));
    Configuration configuration = new Configuration(false);
    configuration.setInt("mapreduce.job.maps", totalMaps);
    configuration.set("mapreduce.job.queuename", queue);
    try (var out = Files.newOutputStream(directory.resolve("job.xml"))) {
      configuration.writeXml(out);
    }
  }
}
