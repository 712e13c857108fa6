package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.OptionalDouble;

/** A plan as {@code ./terra submit} reads it. */
public final class SubmittedMatrix {
  private SubmittedMatrix() {}

  /**
   * The matrix.
   *
   * @param id of the shuffle
   * @param deadline after which it has failed
   */
  public static String of(String id, TransferPlan plan, Duration deadline) {
    return of(id, plan, deadline, OptionalDouble.empty());
  }

  /**
   * The matrix of a shuffle with a value of time.
   *
   * @param usdPerHour US dollars an hour; empty where time alone counts
   */
  public static String of(String id, TransferPlan plan, Duration deadline, OptionalDouble usdPerHour) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("id", id).put("timeoutSeconds", deadline.toSeconds());
    usdPerHour.ifPresent(value -> root.put("usdPerHour", value));
    ArrayNode transfers = root.putArray("transfers");
    plan.flows().forEach(flow -> transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name())
        .put("bytes", flow.bytes()).put("seed", flow.seed()));
    return root.toString();
  }
}
