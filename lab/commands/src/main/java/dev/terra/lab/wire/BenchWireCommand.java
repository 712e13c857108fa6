package dev.terra.lab.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.lab.command.LabCommand;
import dev.terra.testbed.os.OwnJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench wire}: what a core of each side moves over the loopback interface, against raw {@code sendfile}. */
@Command(
    name = "wire",
    mixinStandardHelpOptions = true,
    description = {
      "Moves bytes through one tunnel on the loopback interface, file to spool to reader, a process and a core for each side,",
      "and the same number of bytes by sendfile and read, and by as many copies as Terra makes, in turns; prints medians, the first",
      "half of each run left out.",
      "Bytes per core second count the busier side's processor time."
    })
public final class BenchWireCommand extends LabCommand {
  private static final int FILE_BYTES = 256 << 20;

  @Option(names = "--bytes", defaultValue = "20000000000", paramLabel = "N", description = "Bytes to move (default 20,000,000,000).")
  private long bytes;

  @Option(names = "--segment-bytes", defaultValue = "67108864", paramLabel = "N", description = "Bytes of a segment (default 64 MiB).")
  private long segmentBytes;

  @Option(names = "--segments", paramLabel = "N",
      description = "Segments of a job (default: all); there are as many jobs, one after another, as make up the bytes.")
  private Integer segments;

  @Option(names = "--tls", paramLabel = "DIR",
      description = "With TLS, by the certificates of sites A and B that certs made there (--topology triangle has such).")
  private Path tls;

  @Option(names = "--rounds", defaultValue = "3", paramLabel = "N", description = "Rounds (default 3).")
  private int rounds;

  @Option(names = "--heap-megabytes", defaultValue = "256", paramLabel = "N", description = "Heap of each side (default 256).")
  private int heapMegabytes;

  @Option(names = "--java-option", paramLabel = "OPTION", description = "Passed on to the sides' Java, for profiling.")
  private List<String> javaOptions = new ArrayList<>();

  private record Run(Side.Result sender, Side.Result receiver) {
    double bytesPerSecond() {
      return receiver.bytes() / receiver.seconds();
    }

    double bytesPerCoreSecond() {
      return receiver.bytes() / Math.max(sender.cpuSeconds(), receiver.cpuSeconds());
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    WireLoad load = load();
    Path file = Files.createTempFile("terra-bench", ".data");
    file.toFile().deleteOnExit();
    try {
      fill(file);
      List<Run> terra = new ArrayList<>();
      List<Run> raw = new ArrayList<>();
      List<Run> copies = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        raw.add(run(load, file, WireSide.Role.RAW_SEND, WireSide.Role.RAW_RECEIVE));
        copies.add(run(load, file, WireSide.Role.COPY_SEND, WireSide.Role.COPY_RECEIVE));
        terra.add(run(load, file, WireSide.Role.SEND, WireSide.Role.RECEIVE));
      }
      return report(load, median(terra), median(raw), median(copies));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private WireLoad load() {
    if (segmentBytes < 1 || rounds < 1 || bytes < segmentBytes || bytes / segmentBytes > Integer.MAX_VALUE) {
      throw wrong("expected at least one round, one byte a segment and one segment");
    }
    int all = (int) (bytes / segmentBytes);
    int ofJob = segments == null ? all : segments;
    expect("--segments", ofJob, 1, all);
    return new WireLoad(all / ofJob, ofJob, segmentBytes);
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[1 << 20];
    Random random = new Random(1);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int written = 0; written < FILE_BYTES; written += block.length) {
        random.nextBytes(block);
        out.write(block);
      }
    }
  }

  private Run run(WireLoad load, Path file, WireSide.Role send, WireSide.Role receive) throws IOException, InterruptedException {
    Process receiver = start(1, load, receive, List.of());
    Process sender = null;
    try (var fromReceiver = receiver.inputReader()) {
      String port = port(fromReceiver, receive);
      sender = start(0, load, send, List.of("--port", port, "--file", file.toString()));
      try (var fromSender = sender.inputReader()) {
        // the sender ends with the receiver, but a receiver waits for a sender that never came
        Side.Result sent = Side.Result.parse(fromSender.readLine());
        Side.Result received = Side.Result.parse(fromReceiver.readLine());
        sender.waitFor();
        receiver.waitFor();
        return new Run(sent, received);
      }
    } finally {
      receiver.destroy();
      if (sender != null) {
        sender.destroy();
      }
    }
  }

  /** The receiver's port; a JVM that is profiled may have its say before. */
  private static String port(BufferedReader from, WireSide.Role role) throws IOException {
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      if (line.startsWith(Side.PORT)) {
        return line.substring(Side.PORT.length());
      }
    }
    throw new IllegalStateException("the side " + role + " did not start");
  }

  private Process start(int core, WireLoad load, WireSide.Role role, List<String> more) throws IOException {
    List<String> command = new ArrayList<>();
    if (Runtime.getRuntime().availableProcessors() > 1 && Files.isExecutable(Path.of("/usr/bin/taskset"))) {
      command.addAll(List.of("taskset", "-c", Integer.toString(core)));
    }
    command.addAll(List.of(OwnJava.command(), "-Xmx" + heapMegabytes + "m",
        "-XX:+UseSerialGC", "-Dio.netty.allocator.maxOrder=11", "-cp", System.getProperty("java.class.path")));
    javaOptions.forEach(option -> command.add(option.replace("%s", role.name())));
    command.addAll(List.of(WireSide.class.getName(), "--role", role.name(), "--segment-bytes", Long.toString(load.segmentBytes()),
        "--segments", Integer.toString(load.segments()), "--jobs", Integer.toString(load.jobs())));
    if (tls != null) {
      command.addAll(List.of("--tls", tls.toString()));
    }
    command.addAll(more);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static Run median(List<Run> runs) {
    List<Run> sorted = runs.stream().sorted(Comparator.comparingDouble(Run::bytesPerCoreSecond)).toList();
    return sorted.get(sorted.size() / 2);
  }

  private int report(WireLoad load, Run terra, Run raw, Run copies) throws JsonProcessingException {
      ObjectMapper mapper = new ObjectMapper();
      ObjectNode result = mapper.createObjectNode()
          .put("bytes", load.totalBytes()).put("segmentBytes", segmentBytes).put("segmentsOfJob", load.segments())
          .put("jobs", load.jobs()).put("tls", tls != null).put("rounds", rounds)
          .put("ratio", terra.bytesPerCoreSecond() / raw.bytesPerCoreSecond())
          .put("ratioOfCopies", terra.bytesPerCoreSecond() / copies.bytesPerCoreSecond());
      result.set("terra", toJson(mapper, terra));
      result.set("sendfile", toJson(mapper, raw));
      result.set("copies", toJson(mapper, copies));
    return report(result, true, (out, report) -> {
      print(out, "terra", terra);
      print(out, "sendfile", raw);
      print(out, "copies", copies);
      out.printf(Locale.ROOT, "ratio to sendfile %.2f, to as many copies %.2f%n", terra.bytesPerCoreSecond() / raw.bytesPerCoreSecond(),
          terra.bytesPerCoreSecond() / copies.bytesPerCoreSecond());
    });
  }

  private static void print(PrintWriter out, String method, Run run) {
    out.printf(Locale.ROOT, "%-9s %6.0f MB/s a core (sender %.0f, receiver %.0f), %6.0f MB/s measured, heap %.0f and %.0f MB%n", method,
        run.bytesPerCoreSecond() / 1e6, run.sender.bytes() / run.sender.cpuSeconds() / 1e6,
        run.receiver.bytes() / run.receiver.cpuSeconds() / 1e6, run.bytesPerSecond() / 1e6, run.sender.peakHeapBytes() / 1e6,
        run.receiver.peakHeapBytes() / 1e6);
  }

  private static ObjectNode toJson(ObjectMapper mapper, Run run) {
    return mapper.createObjectNode()
        .put("bytesPerCoreSecond", run.bytesPerCoreSecond())
        .put("bytesPerSecond", run.bytesPerSecond())
        .put("senderCpuSeconds", run.sender.cpuSeconds())
        .put("receiverCpuSeconds", run.receiver.cpuSeconds())
        .put("peakHeapBytes", Math.max(run.sender.peakHeapBytes(), run.receiver.peakHeapBytes()))
        .put("peakResidentBytes", Math.max(run.sender.peakResidentBytes(), run.receiver.peakResidentBytes()));
  }
}
