package dev.terra.rest.json;

import dev.terra.rest.action.DrainRequest;
import dev.terra.rest.action.PathRequest;
import dev.terra.rest.action.PathsPerPairRequest;
import dev.terra.rest.action.ReasonRequest;
import dev.terra.rest.action.TermsRequest;
import dev.terra.rest.api.Problem;
import dev.terra.rest.whatif.WhatIfRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any bytes as the body of a request to the controller: the first says of which. */
public final class BodiesFuzz {
  private static final List<Class<?>> TYPES = List.of(DrainRequest.class, PathRequest.class, PathsPerPairRequest.class,
      ReasonRequest.class, TermsRequest.class, WhatIfRequest.class);

  private BodiesFuzz() {}

  /** One of each. */
  public static List<byte[]> seeds() {
    return List.of(seed(0, "{\"reason\":\"maintenance\",\"seconds\":60}"), seed(1, "{\"path\":[\"A\",\"C\",\"B\"],\"reason\":null}"),
        seed(2, "{\"paths\":4}"), seed(3, "{\"reason\":\"why\"}"),
        seed(4, "{\"weight\":2.5,\"priority\":-3,\"deadlineAt\":\"2026-11-26T10:00:00Z\",\"deadlineSeconds\":10}"),
        seed(5, "{\"removeLinks\":[{\"from\":\"A\",\"to\":\"B\",\"bothDirections\":true}],\"addSites\":[\"D\"],"
            + "\"capacities\":[{\"from\":\"A\",\"to\":\"B\",\"bytesPerSecond\":1e9}],\"pathsPerPair\":3}"));
  }

  private static byte[] seed(int type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    byte[] input = new byte[bytes.length + 1];
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    input[0] = (byte) type;
    return input;
  }

  /** Reads it, or says with a status below 500 what is wrong with it. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] body = new byte[input.length - 1];
    System.arraycopy(input, 1, body, 0, body.length);
    try {
      RestJson.read(body, TYPES.get(Math.floorMod(input[0], TYPES.size())));
    } catch (Problem e) {
      if (e.status() < 400 || e.status() >= 500) {
        throw new AssertionError("status " + e.status(), e);
      }
    }
  }
}
