package dev.terra.rest.json;

import dev.terra.fuzz.Choices;
import dev.terra.rest.action.ReasonRequest;
import dev.terra.rest.action.PathRequest;
import dev.terra.rest.action.PathsPerPairRequest;
import dev.terra.rest.action.TermsRequest;
import dev.terra.rest.api.Problem;
import dev.terra.rest.whatif.WhatIfRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fuzz target: any bytes as the body of a request to the controller. The first byte decides which kind of request. */
public final class BodiesFuzz {
  private static final List<Class<?>> TYPES = List.of(ReasonRequest.class, PathRequest.class, PathsPerPairRequest.class,
      ReasonRequest.class, TermsRequest.class, WhatIfRequest.class);

  private static final int MOST_FIELDS = 8;
  private static final List<String> FIELDS = List.of("reason", "seconds", "path", "paths", "weight", "priority", "deadlineAt",
      "deadlineSeconds", "removeLinks", "addSites", "capacities", "pathsPerPair", "link", "bytesPerSecond", "x");
  private static final List<String> NUMBERS = List.of("0", "4", "2.5", "-3", "1e9", "1e999", "-0.0", "9223372036854775808");
  private static final List<String> TEXTS = List.of("A", "B", "maintenance", "2026-11-26T10:00:00Z", "", "A:B", "\u0000");
  private static final List<String> OTHERS = List.of("null", "true", "false", "{}", "[]", "NaN");

  private BodiesFuzz() {}

  /** Returns seeds: one body of each kind. */
  public static List<byte[]> seeds() {
    return List.of(seed(0, "{\"reason\":\"maintenance\",\"seconds\":60}"), seed(1, "{\"path\":\"A:C:B\",\"reason\":null}"),
        seed(2, "{\"paths\":4}"), seed(3, "{\"reason\":\"why\"}"),
        seed(4, "{\"weight\":2.5,\"priority\":-3,\"deadlineAt\":\"2026-11-26T10:00:00Z\",\"deadlineSeconds\":10}"),
        seed(5, "{\"removeLinks\":[\"A::B\"],\"addSites\":[\"D\"],"
            + "\"capacities\":[{\"link\":\"A:B\",\"bytesPerSecond\":1e9}],\"pathsPerPair\":3}"),
        new byte[] {0, 1, 0, 2, 10, 1, 0, 1}, new byte[] {5, 1, 8, 5, 12, 2, 8, 0, 13, 2, 8, 1}, new byte[] {4, 1, 4, 0, 2, 6, 2, 8, 3});
  }

  private static byte[] seed(int type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    byte[] input = new byte[bytes.length + 2];
    System.arraycopy(bytes, 0, input, 2, bytes.length);
    input[0] = (byte) type;
    return input;
  }

  /** Returns a JSON object with the fields of bodies and any values. */
  private static String object(Choices choices, int depth) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < MOST_FIELDS && choices.hasMore(); i++) {
      text.append(i == 0 ? "\"" : ",\"").append(choices.pick(FIELDS)).append("\":").append(value(choices, depth));
    }
    return text.append('}').toString();
  }

  private static String value(Choices choices, int depth) {
    return switch (choices.below(depth > 0 ? 6 : 4)) {
      case 0 -> choices.pick(NUMBERS);
      case 1 -> Long.toString(choices.number());
      case 2 -> quoted(choices.text(TEXTS));
      case 3 -> choices.pick(OTHERS);
      case 4 -> "[" + value(choices, depth - 1) + "," + value(choices, depth - 1) + "]";
      default -> "[" + object(choices, depth - 1) + "]";
    };
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** Checks that a body is either read, or refused with a status below 500. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Choices choices = new Choices(input);
    Class<?> type = choices.pick(TYPES);
    byte[] body = choices.below(2) == 0 ? choices.rest() : object(choices, 2).getBytes(StandardCharsets.UTF_8);
    try {
      RestJson.read(body, type);
    } catch (Problem e) {
      if (e.status() < 400 || e.status() >= 500) {
        throw new AssertionError("status " + e.status(), e);
      }
    }
  }
}
