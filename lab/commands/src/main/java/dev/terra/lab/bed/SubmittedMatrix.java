package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

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
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("id", id).put("timeoutSeconds", deadline.toSeconds());
    ArrayNode transfers = root.putArray("transfers");
    plan.flows().forEach(flow -> transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name())
        .put("bytes", flow.bytes()).put("seed", flow.seed()));
    return root.toString();
  }
}
