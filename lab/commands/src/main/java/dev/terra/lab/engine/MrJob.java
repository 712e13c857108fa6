package dev.terra.lab.engine;

import dev.terra.lab.cluster.DemoJob;
import dev.terra.testbed.secure.Account;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The jobs of MapReduce, all from Hadoop's own examples: what they read, and how they are submitted. */
public enum MrJob {
  WARM_UP("warm-up", 100_000, Kind.SORT),
  LARGE("large", 36_000_000, Kind.SORT),
  SMALL("small", 18_000_000, Kind.SORT),
  WORD_COUNT("word-count", 18_000_000, Kind.COUNT),
  SECONDARY_SORT("secondary-sort", 18_000_000, Kind.SECONDARY_SORT),
  /** A sort that shuffles about a third of the bytes that it reads. */
  COMPRESSED("compressed", 18_000_000, Kind.COMPRESSED_SORT),
  PLAIN("plain", 18_000_000, Kind.SORT),
  TEXT_WARM_UP("text-warm-up", 100_000, Kind.TEXT_SORT),
  TEXT_LARGE("text-large", 36_000_000, Kind.TEXT_SORT),
  TEXT_SMALL("text-small", 18_000_000, Kind.TEXT_SORT);

  /** The kinds of jobs. */
  private enum Kind { SORT, COMPRESSED_SORT, COUNT, SECONDARY_SORT, TEXT_SORT }

  /** The queue of other users' jobs. On a shared cluster, jobs belong to several users and queues. */
  public static final String OTHER_QUEUE = "root.analysts";
  private static final Set<Kind> KINDS_OF_OTHERS = EnumSet.of(Kind.COUNT, Kind.SECONDARY_SORT);
  /**
   * The rows that the client reads over the WAN before it submits: enough to give reducers equal shares within a few
   * per cent.
   */
  private static final int SAMPLED_ROWS = 5_000;
  private static final int COMPRESSION = 3;
  /** The share of a site's words that are distinct. Only these leave the combiner. */
  private static final double DIFFERENT_WORDS = 0.63;

  private final String label;
  private final long bytesPerSite;
  private final Kind kind;

  MrJob(String label, long bytesPerSite, Kind kind) {
    this.label = label;
    this.bytesPerSite = bytesPerSite;
    this.kind = kind;
  }

  /** Returns this job at a multiple of the usual size. */
  public DemoJob job(double size) {
    return new DemoJob(label, Math.round(bytesPerSite * size));
  }

  /** Returns the job that a demo's job stands for. */
  public static MrJob of(DemoJob job) {
    for (MrJob candidate : values()) {
      if (candidate.label.equals(job.name())) {
        return candidate;
      }
    }
    throw new IllegalArgumentException("no MapReduce job " + job.name());
  }

  /**
   * Writes one site's share of the job's input: enough to shuffle the given number of bytes there.
   *
   * @param seed of random input
   * @param lines the source of text
   */
  void write(Path file, long shuffledBytes, long seed, FactLines lines) throws IOException {
    switch (kind) {
      case SORT -> DemoInput.write(file, shuffledBytes / DemoInput.ROW_BYTES, seed);
      case COMPRESSED_SORT -> DemoInput.write(file, COMPRESSION * shuffledBytes / DemoInput.ROW_BYTES, seed);
      case COUNT -> {
        long words = Math.round(shuffledBytes / DIFFERENT_WORDS) / TextInput.WORD_BYTES;
        TextInput.words(file, words, words, seed);
      }
      case SECONDARY_SORT -> TextInput.pairs(file, shuffledBytes / TextInput.SHUFFLED_PAIR_BYTES, seed);
      case TEXT_SORT -> lines.write(file, shuffledBytes);
    }
  }

  /** Returns the name of the user who submits the job, on a cluster that has users. */
  public String user(boolean users) {
    return isOfOther(users) ? Account.ANALYST.name() : Account.ALICE.name();
  }

  /**
   * Returns whether the job is another user's. On a cluster that has users, one of the two jobs that run at once is
   * another user's.
   */
  private boolean isOfOther(boolean users) {
    return KINDS_OF_OTHERS.contains(kind) || (users && (this == SMALL || this == TEXT_SMALL));
  }

  /**
   * Returns the client's JVM options, class and arguments. The job has as many reducers as there are sites, and one
   * copy of its output, like all files on the testbed.
   *
   * @param options more properties of the job, as {@code -Dname=value}
   * @param inputAndOutput the folders in HDFS
   */
  List<String> arguments(int sites, boolean speculation, boolean users, List<String> options, List<String> inputAndOutput) {
    List<String> arguments = new ArrayList<>();
    boolean others = isOfOther(users);
    if (others) {
      arguments.add("-DHADOOP_USER_NAME=" + Account.ANALYST.name());
    }
    arguments.add(switch (kind) {
      case SORT, COMPRESSED_SORT -> "org.apache.hadoop.examples.terasort.TeraSort";
      case COUNT -> "org.apache.hadoop.examples.WordCount";
      case SECONDARY_SORT -> "org.apache.hadoop.examples.SecondarySort";
      case TEXT_SORT -> "org.apache.hadoop.examples.Sort";
    });
    arguments.addAll(List.of("-Dmapreduce.job.reduces=" + sites,
        "-Dmapreduce.terasort.output.replication=1", "-Dmapreduce.terasort.partitions.sample=" + SAMPLED_ROWS,
        "-Dmapreduce.map.speculative=" + speculation, "-Dmapreduce.reduce.speculative=" + speculation,
        "-Dmapreduce.job.name=" + label));
    if (kind == Kind.COMPRESSED_SORT) {
      arguments.add("-Dmapreduce.map.output.compress=true");
    }
    if (others) {
      arguments.add("-Dmapreduce.job.queuename=" + OTHER_QUEUE);
    }
    arguments.addAll(options);
    if (kind == Kind.TEXT_SORT) {
      arguments.addAll(textSort(sites));
    }
    arguments.addAll(inputAndOutput);
    return arguments;
  }

  /**
   * Returns Sort's own options. A line without a tab becomes a key with an empty value. Sort takes its number of
   * reducers from here only.
   */
  private static List<String> textSort(int reducers) {
    return List.of("-r", Integer.toString(reducers), "-inFormat", "org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat",
        "-outFormat", "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat", "-outKey", "org.apache.hadoop.io.Text",
        "-outValue", "org.apache.hadoop.io.Text");
  }
}
