package dev.terra.lab.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.lab.command.LabCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./terra bench wire}: measures what a core of each side moves over the loopback interface, compared with raw
 * {@code sendfile}.
 */
@Command(
    name = "wire",
    mixinStandardHelpOptions = true,
    description = {
      "Moves bytes through one tunnel on the loopback interface, file to spool to reader, a process and a core for each end and a process",
      "for each relay, and the same number of bytes by sendfile and read, and by as many copies as Terra makes, in turns; prints medians,",
      "the first half of each run left out.",
      "Bytes per core second count the busier end's processor time. Several numbers of relays, and several libraries of TLS, take turns."
    })
public final class BenchWireCommand extends LabCommand {
  private static final int FILE_BYTES = 256 << 20;
  private static final int MOST_HOPS = 8;

  @Option(names = "--bytes", defaultValue = "20000000000", paramLabel = "N", description = "Bytes to move (default 20,000,000,000).")
  private long bytes;

  @Option(names = "--segment-bytes", defaultValue = "67108864", paramLabel = "N", description = "Bytes of a segment (default 64 MiB).")
  private long segmentBytes;

  @Option(names = "--segments", paramLabel = "N",
      description = "Segments of a job (default: all); there are as many jobs, one after another, as make up the bytes.")
  private Integer segments;

  @Option(names = "--hops", split = ",", defaultValue = "0", paramLabel = "N,...",
      description = "Relays between the two ends (default 0), agents of their own.")
  private List<Integer> hops;

  @Option(names = "--tls", arity = "0..1", fallbackValue = "", paramLabel = "DIR",
      description = "With TLS, by certificates of its own, or by those of the sites A, R1 and so on, and B in DIR/sites.")
  private Path tls;

  @Option(names = "--tls-library", split = ",", paramLabel = "NAME,...", converter = WireVariant.Library.Converter.class,
      description = "boringssl, java, or both in turns (default: boringssl, as agents choose). Needs --tls.")
  private List<WireVariant.Library> libraries = new ArrayList<>();

  @Option(names = "--rounds", defaultValue = "3", paramLabel = "N", description = "Rounds (default 3).")
  private int rounds;

  @Option(names = "--heap-megabytes", defaultValue = "256", paramLabel = "N", description = "Heap of each side (default 256).")
  private int heapMegabytes;

  @Option(names = "--java-option", paramLabel = "OPTION", description = "Passed on to the sides' Java, for profiling.")
  private List<String> javaOptions = new ArrayList<>();

  /** The medians of all variants. */
  private record Medians(Map<WireVariant, WireRun> terra, WireRun raw, WireRun copies) {
    WireRun first() {
      return terra.values().iterator().next();
    }
  }

  @Override
  public Integer call() throws IOException {
    WireLoad load = load();
    List<WireVariant> variants = variants();
    Path folder = Files.createTempDirectory("terra-bench");
    try {
      Path file = fill(folder.resolve("data"));
      List<String> options = new ArrayList<>(List.of("-Xmx" + heapMegabytes + "m"));
      options.addAll(javaOptions);
      WireProcesses.Settings settings = new WireProcesses.Settings(load, file, certificates(folder), options);
      return report(load, measure(settings, variants));
    } finally {
      delete(folder);
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

  private List<WireVariant> variants() {
    hops.forEach(relays -> expect("--hops", relays, 0, MOST_HOPS));
    if (tls == null && !libraries.isEmpty()) {
      throw wrong("--tls-library needs --tls");
    }
    return WireVariant.all(hops, tls != null && libraries.isEmpty() ? List.of(WireVariant.Library.BORINGSSL) : libraries);
  }

  private Optional<Path> certificates(Path folder) throws IOException {
    if (tls == null || !tls.toString().isEmpty()) {
      return Optional.ofNullable(tls);
    }
    WireCertificates.make(folder, hops.stream().mapToInt(Integer::intValue).max().orElse(0), Instant.now());
    return Optional.of(folder);
  }

  private static Path fill(Path file) throws IOException {
    byte[] block = new byte[1 << 20];
    Random random = new Random(1);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int written = 0; written < FILE_BYTES; written += block.length) {
        random.nextBytes(block);
        out.write(block);
      }
    }
    return file;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  private Medians measure(WireProcesses.Settings settings, List<WireVariant> variants) throws IOException {
    Map<WireVariant, List<WireRun>> terra = new LinkedHashMap<>();
    List<WireRun> raw = new ArrayList<>();
    List<WireRun> copies = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      raw.add(WireProcesses.raw(settings, WireSide.Role.RAW_SEND, WireSide.Role.RAW_RECEIVE));
      copies.add(WireProcesses.raw(settings, WireSide.Role.COPY_SEND, WireSide.Role.COPY_RECEIVE));
      for (WireVariant variant : variants) {
        terra.computeIfAbsent(variant, none -> new ArrayList<>()).add(WireProcesses.terra(settings, variant));
      }
    }
    Map<WireVariant, WireRun> medians = new LinkedHashMap<>();
    terra.forEach((variant, runs) -> medians.put(variant, WireRun.median(runs)));
    return new Medians(medians, WireRun.median(raw), WireRun.median(copies));
  }

  private int report(WireLoad load, Medians medians) throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode result = mapper.createObjectNode()
        .put("bytes", load.totalBytes()).put("segmentBytes", segmentBytes).put("segmentsOfJob", load.segments())
        .put("jobs", load.jobs()).put("tls", tls != null).put("rounds", rounds)
        .put("ratio", medians.first().bytesPerCoreSecond() / medians.raw.bytesPerCoreSecond())
        .put("ratioOfCopies", medians.first().bytesPerCoreSecond() / medians.copies.bytesPerCoreSecond());
    result.set("terra", medians.first().json(mapper));
    result.set("sendfile", medians.raw.json(mapper));
    result.set("copies", medians.copies.json(mapper));
    ArrayNode variants = result.putArray("variants");
    medians.terra.forEach((variant, run) -> variants.add(run.json(mapper).put("hops", variant.hops())
        .put("tls", variant.tls().map(WireVariant.Library::label).orElse("none"))
        .put("ratio", run.bytesPerCoreSecond() / medians.raw.bytesPerCoreSecond())));
    return report(result, true, (out, report) -> print(out, medians));
  }

  private static void print(PrintWriter out, Medians medians) {
    medians.terra.forEach((variant, run) -> print(out, variant.label(), run));
    print(out, "sendfile", medians.raw);
    print(out, "copies", medians.copies);
    medians.terra.forEach((variant, run) -> out.printf(Locale.ROOT,
        "%s: ratio to sendfile %.2f, to as many copies %.2f%s%n", variant.label(),
        run.bytesPerCoreSecond() / medians.raw.bytesPerCoreSecond(), run.bytesPerCoreSecond() / medians.copies.bytesPerCoreSecond(),
        run.relays().isEmpty() ? "" : String.format(Locale.ROOT, ", a relay to an end %.2f", run.relayToEnd())));
  }

  private static void print(PrintWriter out, String method, WireRun run) {
    out.printf(Locale.ROOT, "%-9s %6.0f MB/s a core, %6.0f MB/s measured; processor seconds a gigabyte: sender %.2f, receiver %.2f%s; "
            + "heap at most %.0f MB%n", method, run.bytesPerCoreSecond() / 1e6, run.bytesPerSecond() / 1e6,
        run.cpuSecondsOfGigabyte(run.sender()), run.cpuSecondsOfGigabyte(run.receiver()), relays(run), run.peakHeapBytes() / 1e6);
  }

  private static String relays(WireRun run) {
    StringBuilder text = new StringBuilder();
    run.relays().forEach(relay -> text.append(String.format(Locale.ROOT, ", relay %.2f", run.cpuSecondsOfGigabyte(relay))));
    return text.toString();
  }
}
