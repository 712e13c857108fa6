package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;

/** Writes a plan in the format that {@code ./terra submit} reads. */
public final class SubmittedMatrix {
  private SubmittedMatrix() {}

  /**
   * Returns the matrix of a shuffle.
   *
   * @param id of the shuffle
   * @param deadline after which the shuffle has failed
   */
  public static String of(String id, TransferPlan plan, Duration deadline) {
    return of(id, plan, deadline, OptionalDouble.empty());
  }

  /**
   * Returns the matrix of a shuffle with a value of time.
   *
   * @param usdPerHour US dollars an hour; empty where time alone counts
   */
  public static String of(String id, TransferPlan plan, Duration deadline, OptionalDouble usdPerHour) {
    return of(id, plan.flows(), deadline, usdPerHour, (transfer, flow) -> transfer.put("seed", flow.seed()));
  }

  /**
   * Returns the matrix of a shuffle in which each flow consists of the bytes of a file that all agents have, repeated
   * as often as needed.
   */
  public static String ofFile(String id, TransferPlan plan, Duration deadline, Path file) throws IOException {
    long most = Files.size(file);
    List<TransferPlan.Flow> parts = plan.flows().stream().flatMap(flow -> LongStream.iterate(0, at -> at < flow.bytes(), at -> at + most)
        .mapToObj(at -> new TransferPlan.Flow(flow.from(), flow.to(), Math.min(most, flow.bytes() - at), flow.seed()))).toList();
    return of(id, parts, deadline, OptionalDouble.empty(), (transfer, flow) -> transfer.put("file", file.toString()));
  }

  private static String of(String id, List<TransferPlan.Flow> flows, Duration deadline, OptionalDouble usdPerHour,
      BiConsumer<ObjectNode, TransferPlan.Flow> source) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("id", id).put("timeoutSeconds", deadline.toSeconds());
    usdPerHour.ifPresent(value -> root.put("usdPerHour", value));
    ArrayNode transfers = root.putArray("transfers");
    flows.forEach(flow -> source.accept(
        transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name()).put("bytes", flow.bytes()), flow));
    return root.toString();
  }
}
