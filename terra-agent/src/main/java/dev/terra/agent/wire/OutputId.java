package dev.terra.agent.wire;

import dev.terra.api.v1.ProducerOutput;

/**
 * Which output of a shuffle: of one attempt of one producer task, as its handler numbers them. All numbers are 0 or more.
 *
 * @param producer the task, unique in the shuffle
 * @param attempt of the task; another attempt's output may have other bytes
 * @param output which of the attempt's outputs; 0 where it has one
 * @param spill which part of an output that is fetched in parts, from 1; 0 for a whole output
 */
public record OutputId(int producer, int attempt, int output, int spill) {
  /** Checks the ranges. */
  public OutputId {
    if (producer < 0 || attempt < 0 || output < 0 || spill < 0) {
      throw new IllegalArgumentException("the numbers of an output are 0 to " + Integer.MAX_VALUE + ", got producer " + producer
          + ", attempt " + attempt + ", output " + output + ", spill " + spill);
    }
  }

  /** The only output of a producer's first attempt. */
  public static OutputId of(int producer) {
    return new OutputId(producer, 0, 0, 0);
  }

  /** Reads a message; numbers out of range are refused. */
  public static OutputId of(ProducerOutput message) {
    return new OutputId(message.getProducer(), message.getAttempt(), message.getOutput(), message.getSpill());
  }

  /** The message that crosses the wire. */
  public ProducerOutput toMessage() {
    return ProducerOutput.newBuilder().setProducer(producer).setAttempt(attempt).setOutput(output).setSpill(spill).build();
  }

  @Override
  public String toString() {
    return producer + "." + attempt + (output == 0 ? "" : "." + output) + (spill == 0 ? "" : "+" + spill);
  }
}
