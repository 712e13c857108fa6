package dev.terra.lab.engine;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.SiteInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Jobs of Spark, all in one program of the testbed's: what they read, and what they put into their shuffles. */
public enum SparkJob {
  WARM_UP("sort", Input.FACTS),
  /** A join of which both inputs are shuffled. */
  JOIN("join", Input.BOTH),
  SORT("sort", Input.FACTS),
  AGGREGATE("aggregate", Input.WORDS),
  SKEW("skew", Input.FACTS),
  /** A join in which a third of the larger input goes to a task for each map output of the smaller one. */
  REPLICATED("replicated", Input.THIRD),
  CACHED("cached", Input.FACTS),
  STREAM("stream", Input.FACTS),
  PYTHON("python", Input.WORDS),
  /** A job whose rows are shuffled five times. */
  STAGES("stages", Input.STAGES),
  /** A join that adaptive execution converts into one without a sort. */
  CONVERTED("converted", Input.FACTS),
  BARRIER("barrier", Input.FACTS),
  /** A job that loses one of its outputs. */
  RETRIED("retried", Input.FACTS),
  /** A job of which one executor is decommissioned. */
  DECOMMISSIONED("decommissioned", Input.FACTS);

  /** The folder of the smaller input. */
  static final String SAMPLE = "sample";
  /** The size of the smaller input. */
  static final double SAMPLE_SIZE = 0.01;
  /** Bytes of facts, at each site and size 1. */
  private static final long INPUT_BYTES = 18_000_000;

  /** The input of a job, and the bytes that are shuffled for each byte of facts. */
  private enum Input {
    FACTS(0.95),
    BOTH(1.85),
    /** A site has 63 % distinct words, and only these are sent. */
    WORDS(0.45),
    STAGES(5),
    /** At all sites, beside the rest at one. */
    THIRD(0.55);

    private final double shuffledShare;

    Input(double shuffledShare) {
      this.shuffledShare = shuffledShare;
    }
  }

  private final String program;
  private final Input input;

  SparkJob(String program, Input input) {
    this.program = program;
    this.input = input;
  }

  /** Returns this job at a multiple of the usual size. */
  public DemoJob job(double size) {
    double factor = this == WARM_UP ? SAMPLE_SIZE : size;
    return new DemoJob(label(), Math.round(INPUT_BYTES * input.shuffledShare * factor));
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the job that a demo's job stands for. */
  public static SparkJob of(DemoJob job) {
    for (SparkJob candidate : values()) {
      if (candidate.label().equals(job.name())) {
        return candidate;
      }
    }
    throw new IllegalArgumentException("no job of Spark's " + job.name());
  }

  /** Returns the job's name in the program. */
  public String program() {
    return program;
  }

  /** Returns about how many bytes of a table each site has in its input's folder, at a size. */
  static long tableBytes(double size) {
    return Math.round(INPUT_BYTES * size);
  }

  /** Returns the folder of the job's input in HDFS. */
  public String input() {
    return this == WARM_UP ? DemoCluster.INPUT + "/" + SAMPLE : DemoCluster.INPUT;
  }

  /** Writes one site's share of all jobs' input. Both kinds of facts have the same parts, but at different sites. */
  public static void writeInput(Path folder, SiteInput.Share site, double size) throws IOException {
    long rows = Math.round(INPUT_BYTES * size) / TextInput.FACT_BYTES;
    facts(file(folder, site, "facts"), rows, site.index());
    facts(file(folder, site, "others"), rows, (site.index() + 1) % site.sites());
    TextInput.names(file(folder, site, "names"), site.index(), site.sites());
    TextInput.words(file(folder, site, "words"), rows, rows, site.seed("words"));
  }

  private static void facts(Path file, long rows, int part) throws IOException {
    TextInput.facts(file, rows, part * rows, part);
  }

  private static Path file(Path folder, SiteInput.Share site, String input) throws IOException {
    return Files.createDirectories(folder.resolve(input)).resolve(site.name());
  }
}
