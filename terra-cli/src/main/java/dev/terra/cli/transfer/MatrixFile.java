package dev.terra.cli.transfer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.api.client.TransferMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads what to submit; docs/SUBMIT.md describes the format. Whatever cannot be meant is an error that names the transfer.
 *
 * @param id of the shuffle, if the file names one
 * @param matrix what to move
 * @param transfers how many transfers it has
 */
record MatrixFile(Optional<String> id, TransferMatrix matrix, int transfers) {
  private static final long MAX_BYTES = 256L << 20;
  private static final List<String> KEYS = List.of("id", "weight", "priority", "deadlineSeconds", "timeoutSeconds", "transfers");
  private static final List<String> TRANSFER_KEYS = List.of("from", "to", "bytes", "seed", "file", "offset", "toFile");

  static MatrixFile read(Path file, Consumer<TransferMatrix.Builder> given) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new IllegalArgumentException("no such file");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException("larger than " + (MAX_BYTES >> 20) + " MiB");
      }
      ObjectMapper mapper = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
      return of(mapper.readTree(Files.readAllBytes(file)), given);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new IllegalArgumentException(file + ":" + line + ": is no valid JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  /** A matrix; what is given beside the file is said after it, so that it counts. */
  static MatrixFile of(JsonNode root, Consumer<TransferMatrix.Builder> given) {
    checkKeys("the file", root, KEYS);
    TransferMatrix.Builder matrix = TransferMatrix.builder();
    terms(root, matrix);
    given.accept(matrix);
    JsonNode list = root.path("transfers");
    if (!list.isArray() || list.isEmpty()) {
      throw new IllegalArgumentException("expected 'transfers' to be a list of at least one");
    }
    Map<String, Integer> receivers = new LinkedHashMap<>();
    int number = 0;
    for (JsonNode transfer : list) {
      add(matrix, receivers, number++, transfer);
    }
    receivers.forEach((site, receiver) -> matrix.receiver(receiver, site));
    Optional<String> id = root.has("id") ? Optional.of(text("the file", root, "id")) : Optional.empty();
    return new MatrixFile(id, matrix.build(), number);
  }

  private static void terms(JsonNode root, TransferMatrix.Builder matrix) {
    if (root.has("weight")) {
      matrix.weight(above0(root, "weight"));
    }
    if (root.has("priority")) {
      if (!root.path("priority").canConvertToInt() || !root.path("priority").isIntegralNumber()) {
        throw new IllegalArgumentException("expected 'priority' to be a whole number, got " + root.path("priority"));
      }
      matrix.priority(root.path("priority").intValue());
    }
    if (root.has("deadlineSeconds")) {
      matrix.deadline(duration(above0(root, "deadlineSeconds")));
    }
    if (root.has("timeoutSeconds")) {
      matrix.timeout(duration(above0(root, "timeoutSeconds")));
    }
  }

  private static double above0(JsonNode root, String key) {
    double value = root.path(key).asDouble(-1);
    if (!(value > 0 && value < 1e9)) {
      throw new IllegalArgumentException("expected '" + key + "' to be above 0, got " + root.path(key));
    }
    return value;
  }

  static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static void add(TransferMatrix.Builder matrix, Map<String, Integer> receivers, int number, JsonNode node) {
    String what = "transfer number " + (number + 1);
    checkKeys(what, node, TRANSFER_KEYS);
    String to = text(what, node, "to");
    int receiver = receivers.computeIfAbsent(to, site -> receivers.size());
    if (node.has("file") == node.has("seed")) {
      throw new IllegalArgumentException(what + ": expected either 'file' or 'seed'");
    }
    if (node.has("offset") && !node.has("file")) {
      throw new IllegalArgumentException(what + ": 'offset' needs 'file'");
    }
    TransferMatrix.Source source = node.has("file")
        ? new TransferMatrix.FileSource(text(what, node, "file"), node.has("offset") ? whole(what, node, "offset", 0) : 0)
        : new TransferMatrix.SeedSource(whole(what, node, "seed", Long.MIN_VALUE));
    matrix.transfer(number, text(what, node, "from"), receiver, bytes(what, node), source,
        node.has("toFile") ? Optional.of(text(what, node, "toFile")) : Optional.empty());
  }

  private static long bytes(String what, JsonNode node) {
    if (node.path("bytes").isTextual()) {
      try {
        return ByteSize.parse(node.path("bytes").textValue());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(what + ": 'bytes': " + e.getMessage(), e);
      }
    }
    return whole(what, node, "bytes", 0);
  }

  private static long whole(String what, JsonNode node, String key, long least) {
    JsonNode value = node.path(key);
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < least) {
      throw new IllegalArgumentException(what + ": expected '" + key + "' to be a whole number" + (least == 0 ? " of 0 or more" : "")
          + ", got " + (value.isMissingNode() ? "nothing" : value));
    }
    return value.longValue();
  }

  private static String text(String what, JsonNode node, String key) {
    JsonNode value = node.path(key);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw new IllegalArgumentException(what + ": expected '" + key + "' to be text, got "
          + (value.isMissingNode() ? "nothing" : value));
    }
    return value.textValue();
  }

  private static void checkKeys(String what, JsonNode node, List<String> known) {
    if (!node.isObject()) {
      throw new IllegalArgumentException(what + ": expected an object");
    }
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    names.removeAll(known);
    if (!names.isEmpty()) {
      throw new IllegalArgumentException(what + ": unknown key '" + names.get(0) + "'; expected " + known);
    }
  }
}
