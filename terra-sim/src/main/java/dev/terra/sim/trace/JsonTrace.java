package dev.terra.sim.trace;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.terra.config.ConfigException;
import dev.terra.config.JsonFile;
import dev.terra.core.wan.SiteId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Our own trace format, one JSON object:
 *
 * <pre>
 * {"format": "terra-trace", "version": 1, "name": "...",
 *  "jobs": [{"id": "7", "arrivalSeconds": 0.5,
 *            "stages": [{"name": "map", "tasks": {"HK": 3, "NY": 1}}, {"name": "reduce", "tasks": {"LA": 2}}],
 *            "shuffles": [{"from": "map", "to": "reduce", "bytes": 1.5e9, "deadlineSeconds": 30}]}]}
 * </pre>
 *
 * Bytes of a shuffle are spread evenly over the pairs of tasks, unless it has, instead of {@code bytes}, its matrix: {@code "bundles":
 * [{"from": "HK", "to": "LA", "bytes": 1e9, "flows": 6}]}, as a running Terra exports it. {@code deadlineSeconds} counts from the shuffle's
 * start and may be left out. A stage that has {@code "seconds": 2.5} computes for this time, whatever the model of computation. With a
 * job's {@code "wireShare"}, the part of its bytes that compressed chunks put on links, Terra's policies carry this part only. A job's
 * {@code "observedSeconds"}, how long the stock path took for bytes that Terra did not carry, changes no replay. Unknown keys, and values
 * of another kind, are errors. The format is documented in docs/use/simulate.md.
 */
final class JsonTrace {
  private static final String FORMAT = "terra-trace";
  private static final int VERSION = 1;

  private record Document(
      @JsonProperty(value = "format", required = true) String format,
      @JsonProperty(value = "version", required = true) int version,
      @JsonProperty("name") @Nullable String name,
      @JsonProperty(value = "jobs", required = true) List<JobEntry> jobs) {}

  @JsonIgnoreProperties(Trace.OBSERVED_SECONDS)
  private record JobEntry(
      @JsonProperty(value = "id", required = true) String id,
      @JsonProperty(value = "arrivalSeconds", required = true) double arrivalSeconds,
      @JsonProperty(Trace.WIRE_SHARE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double wireShare,
      @JsonProperty(value = "stages", required = true) List<StageEntry> stages,
      @JsonProperty(value = "shuffles", required = true) List<ShuffleEntry> shuffles) {}

  private record StageEntry(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "tasks", required = true) Map<String, Integer> tasks,
      @JsonProperty("seconds") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double seconds) {}

  private record ShuffleEntry(
      @JsonProperty(value = "from", required = true) String from,
      @JsonProperty(value = "to", required = true) String to,
      @JsonProperty("bytes") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double bytes,
      @JsonProperty("deadlineSeconds") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double deadlineSeconds,
      @JsonProperty("bundles") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<BundleEntry> bundles) {}

  private record BundleEntry(
      @JsonProperty(value = "from", required = true) String from,
      @JsonProperty(value = "to", required = true) String to,
      @JsonProperty(value = "bytes", required = true) double bytes,
      @JsonProperty("flows") @Nullable Integer flows) {}

  private static final ObjectMapper WRITER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonTrace() {}

  static Trace read(Path file, String text) {
    Document document = JsonFile.value(file, text, Document.class);
    if (!FORMAT.equals(document.format()) || document.version() != VERSION) {
      throw new ConfigException(file, 0, "expected \"format\": \"" + FORMAT + "\" and \"version\": " + VERSION);
    }
    JobList jobs = new JobList();
    for (JobEntry entry : Objects.requireNonNullElse(document.jobs(), List.<JobEntry>of())) {
      try {
        jobs.add(job(entry));
      } catch (IllegalArgumentException | NullPointerException e) {
        jobs.leaveOut("job " + (entry == null ? "?" : entry.id()) + ": " + e.getMessage());
      }
    }
    return jobs.toTrace(Objects.requireNonNullElse(document.name(), file.getFileName().toString()));
  }

  private static TraceJob job(JobEntry entry) {
    List<Stage> stages = new ArrayList<>();
    for (StageEntry stage : entry.stages()) {
      Map<SiteId, Integer> tasks = new TreeMap<>();
      stage.tasks().forEach((site, count) -> tasks.put(new SiteId(site), count));
      stages.add(new Stage(stage.name(), tasks, optional(stage.seconds())));
    }
    List<TraceShuffle> shuffles = entry.shuffles().stream().map(JsonTrace::shuffle).toList();
    return new TraceJob(entry.id(), entry.arrivalSeconds(), stages, shuffles, Objects.requireNonNullElse(entry.wireShare(), 1.0));
  }

  private static TraceShuffle shuffle(ShuffleEntry entry) {
    Double whole = entry.bytes();
    List<BundleEntry> bundles = entry.bundles();
    OptionalDouble deadline = optional(entry.deadlineSeconds());
    if (whole != null && bundles == null) {
      return new TraceShuffle(entry.from(), entry.to(), whole, deadline, List.of());
    }
    if (bundles == null || whole != null) {
      throw new IllegalArgumentException("expected a shuffle to have either 'bytes' or 'bundles'");
    }
    List<SiteBytes> matrix = bundles.stream().map(bundle -> new SiteBytes(new SiteId(bundle.from()),
        new SiteId(bundle.to()), bundle.bytes(), Objects.requireNonNullElse(bundle.flows(), 1))).toList();
    double bytes = matrix.stream().mapToDouble(SiteBytes::bytes).sum();
    return new TraceShuffle(entry.from(), entry.to(), bytes, deadline, matrix);
  }

  private static OptionalDouble optional(@Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  static String write(Trace trace) {
    List<JobEntry> jobs = trace.jobs().stream().map(job -> new JobEntry(job.id(), job.arrivalSeconds(),
        job.wireShare() == 1 ? null : job.wireShare(),
        job.stages().stream().map(JsonTrace::entry).toList(),
        job.shuffles().stream().map(JsonTrace::entry).toList())).toList();
    try {
      return WRITER.writeValueAsString(new Document(FORMAT, VERSION, trace.name(), jobs)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a trace can always be written", e);
    }
  }

  private static StageEntry entry(Stage stage) {
    Map<String, Integer> tasks = new TreeMap<>();
    stage.tasksBySite().forEach((site, count) -> tasks.put(site.name(), count));
    return new StageEntry(stage.name(), tasks, stage.seconds().stream().boxed().findFirst().orElse(null));
  }

  private static ShuffleEntry entry(TraceShuffle shuffle) {
    List<BundleEntry> bundles = shuffle.matrix().isEmpty() ? null : shuffle.matrix().stream().map(bundle ->
        new BundleEntry(bundle.from().name(), bundle.to().name(), bundle.bytes(), bundle.flows())).toList();
    return new ShuffleEntry(shuffle.from(), shuffle.to(), bundles == null ? shuffle.bytes() : null,
        shuffle.deadlineSeconds().stream().boxed().findFirst().orElse(null), bundles);
  }
}
