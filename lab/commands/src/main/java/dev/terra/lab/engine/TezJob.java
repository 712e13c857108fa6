package dev.terra.lab.engine;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.SiteInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Jobs of Tez, most of them from its own examples: what they read, and how they are submitted. */
enum TezJob {
  WARM_UP("warm-up", 100_000),
  WORDS("words", 28_000_000),
  EDGES("edges", 28_000_000),
  HASH_JOIN("hash-join", 20_000_000),
  MERGE_JOIN("merge-join", 20_000_000),
  /** A join in which all of one input goes to each task. The other input is a small part of the same rows. */
  BROADCAST_JOIN("broadcast-join", 2_000_000);

  /**
   * The bytes of words that are read for each byte that is shuffled. Every word crosses an edge when it is read and,
   * once for all its occurrences, another edge when it is sorted by count.
   */
  private static final double WORDS_SHARE_OF_INPUT = 0.7;
  /**
   * The bytes of facts that are read for each byte that is shuffled. Every fact crosses two edges, with a few more
   * bytes each time.
   */
  private static final double FACTS_SHARE_OF_INPUT = 0.47;
  /** The rows with which the broadcast is joined, at a site. */
  private static final int JOINED_ROWS = 500;
  private static final String EXAMPLES = "org.apache.tez.examples.";

  private final String label;
  private final long bytesPerSite;

  TezJob(String label, long bytesPerSite) {
    this.label = label;
    this.bytesPerSite = bytesPerSite;
  }

  /** Returns this job at a multiple of the usual size. */
  DemoJob job(double size) {
    return new DemoJob(label, Math.round(bytesPerSite * size));
  }

  /** Returns the job that a demo's job stands for. */
  static TezJob of(DemoJob job) {
    return Arrays.stream(values()).filter(candidate -> candidate.label.equals(job.name())).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no Tez job " + job.name()));
  }

  /**
   * Writes one site's share of the job's input.
   *
   * @param folder of all inputs of the site
   * @param bytes what the tasks of the site put into the job's shuffles, about
   */
  void write(Path folder, SiteInput.Share site, long bytes) throws IOException {
    switch (this) {
      case WARM_UP, WORDS -> {
        long words = Math.round(bytes * WORDS_SHARE_OF_INPUT) / TextInput.WORD_BYTES;
        TextInput.words(file(folder, site, label), words, words, site.seed(label));
      }
      case EDGES -> {
        long facts = Math.round(bytes * FACTS_SHARE_OF_INPUT) / TextInput.FACT_BYTES;
        TextInput.facts(file(folder, site, "facts"), facts, site.index() * facts, site.seed(label));
        TextInput.names(file(folder, site, "names"), site.index(), site.sites());
      }
      case HASH_JOIN, MERGE_JOIN -> {
        // both inputs have a part for each site, but at different sites
        part(file(folder, site, label + "-left"), bytes / 2 / TextInput.FACT_BYTES, site.index());
        part(file(folder, site, label + "-right"), bytes / 2 / TextInput.FACT_BYTES, (site.index() + 1) % site.sites());
      }
      case BROADCAST_JOIN -> {
        long rows = bytes / TextInput.FACT_BYTES;
        TextInput.facts(file(folder, site, label + "-left"), Math.min(JOINED_ROWS, rows), site.index() * rows, site.index());
        part(file(folder, site, label + "-right"), rows, site.index());
      }
    }
  }

  private static void part(Path file, long rows, int part) throws IOException {
    TextInput.facts(file, rows, part * rows, part);
  }

  private static Path file(Path folder, SiteInput.Share site, String input) throws IOException {
    return Files.createDirectories(folder.resolve(input)).resolve(site.name());
  }

  /**
   * Returns the client's class and arguments.
   *
   * @param options that come before the job's own arguments
   * @param output the folder in HDFS
   * @param tasks of each later stage
   */
  List<String> command(List<String> options, String output, int tasks) {
    String count = Integer.toString(tasks);
    List<String> words = switch (this) {
      case WARM_UP, WORDS -> List.of(EXAMPLES + "OrderedWordCount", input(""), output, count);
      case EDGES -> List.of("dev.terra.testbed.tez.EdgesJob", DemoCluster.INPUT + "/facts", DemoCluster.INPUT + "/names", output, count);
      case HASH_JOIN -> List.of(EXAMPLES + "HashJoinExample", input("-left"), input("-right"), count, output);
      case MERGE_JOIN -> List.of(EXAMPLES + "SortMergeJoinExample", input("-left"), input("-right"), count, output);
      case BROADCAST_JOIN ->
          List.of(EXAMPLES + "HashJoinExample", input("-left"), input("-right"), count, output, "doBroadcast");
    };
    return Stream.of(words.subList(0, 1), options, words.subList(1, words.size())).flatMap(List::stream).toList();
  }

  private String input(String part) {
    return DemoCluster.INPUT + "/" + label + part;
  }
}
