package dev.terra.lab.faults;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.agent.submit.GeneratedBytes;
import dev.terra.lab.bed.TransferPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The bytes that a run moves: every flow of a plan in parts. The receiving agents compare most parts byte for byte and
 * drop them. One part of each flow goes into a file, which must contain exactly these bytes in the end: this covers
 * what the agents' own checks cannot.
 */
final class FaultLoad {
  private static final int PARTS = 6;
  /** The bytes of the first part. It is small, as many segments of real shuffles are. */
  private static final long SMALL_BYTES = 1_000;
  private static final int CHECK_BYTES = 1 << 20;

  private final String id;
  private final TransferPlan plan;
  private final Path folder;
  private final long deadlineSeconds;
  private final Map<Path, Expected> files = new LinkedHashMap<>();
  private final ArrayNode transfers = JsonNodeFactory.instance.arrayNode();

  private final Optional<Shrinking> shrinking;

  private record Expected(long seed, long bytes) {}

  /**
   * Compressible bytes.
   *
   * @param file that begins with the bytes of every part
   * @param ratio by which the bytes shrink: flows have this many times the planned bytes
   */
  record Shrinking(Path file, double ratio) {}

  FaultLoad(String id, TransferPlan plan, Path folder, long deadlineSeconds, Optional<Shrinking> shrinking) throws IOException {
    this.id = id;
    this.plan = shrinking.map(how -> plan.withBytes(flow -> Math.round(how.ratio * flow.bytes()))).orElse(plan);
    this.folder = Files.createDirectories(folder);
    this.deadlineSeconds = deadlineSeconds;
    this.shrinking = shrinking;
    this.plan.flows().forEach(this::add);
  }

  private void add(TransferPlan.Flow flow) {
    long left = flow.bytes();
    for (int part = 0; part < PARTS; part++) {
      long bytes = part == 0 ? Math.min(left, SMALL_BYTES) : left / (PARTS - part);
      left -= bytes;
      long seed = flow.seed() * PARTS + part;
      ObjectNode transfer = transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name()).put("bytes", bytes);
      shrinking.ifPresentOrElse(how -> transfer.put("file", how.file.toString()), () -> transfer.put("seed", seed));
      if (part == 1) {
        Path file = folder.resolve(flow.from() + "-" + flow.to());
        files.put(file, new Expected(seed, bytes));
        transfer.put("toFile", file.toString());
      }
    }
  }

  /** Returns the matrix for {@code ./terra submit}. */
  String matrix() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("id", id).put("timeoutSeconds", deadlineSeconds).set("transfers", transfers);
    return root.toString();
  }

  long totalBytes() {
    return plan.totalBytes();
  }

  /** Returns what is wrong with the files. A shuffle that failed may lack some files, but no file may have other bytes. */
  Optional<String> problem(boolean complete) throws IOException {
    for (Map.Entry<Path, Expected> file : files.entrySet()) {
      boolean there = Files.exists(file.getKey());
      if (there && !isWhole(file.getKey(), file.getValue())) {
        return Optional.of(file.getKey().getFileName() + " has other bytes than were sent");
      }
      if (!there && complete) {
        return Optional.of(file.getKey().getFileName() + " is missing, though all was said to be there");
      }
    }
    return Optional.empty();
  }

  private byte[] expected(long seed, long at, int length) throws IOException {
    if (shrinking.isEmpty()) {
      return GeneratedBytes.of(seed, at, length);
    }
    try (InputStream in = Files.newInputStream(shrinking.get().file)) {
      in.skipNBytes(at);
      return in.readNBytes(length);
    }
  }

  private boolean isWhole(Path file, Expected expected) throws IOException {
    if (Files.size(file) != expected.bytes) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      long at = 0;
      for (byte[] bytes = in.readNBytes(CHECK_BYTES); bytes.length > 0; bytes = in.readNBytes(CHECK_BYTES)) {
        if (!Arrays.equals(bytes, expected(expected.seed, at, bytes.length))) {
          return false;
        }
        at += bytes.length;
      }
    }
    return true;
  }

  /** Removes the files. */
  void remove() throws IOException {
    for (Path file : files.keySet()) {
      Files.deleteIfExists(file);
    }
  }
}
