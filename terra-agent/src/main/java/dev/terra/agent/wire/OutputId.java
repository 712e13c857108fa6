package dev.terra.agent.wire;

import dev.terra.api.v1.ProducerOutput;

/**
 * The identity of an output in a shuffle: an output of one attempt of one producer task, as its handler numbers them. All numbers are 0 or
 * more.
 *
 * @param producer the task, unique in the shuffle
 * @param attempt the task's attempt; another attempt's output may have other bytes
 * @param output the number of the output among those of the attempt; 0 if the attempt has one
 * @param spill the part of an output that is fetched in parts, from 1; 0 for a whole output
 */
public record OutputId(int producer, int attempt, int output, int spill) {
  /** Checks the ranges. */
  public OutputId {
    if (producer < 0 || attempt < 0 || output < 0 || spill < 0) {
      throw new IllegalArgumentException("the numbers of an output are 0 to " + Integer.MAX_VALUE + ", got producer " + producer
          + ", attempt " + attempt + ", output " + output + ", spill " + spill);
    }
  }

  /** Returns the only output of a producer's first attempt. */
  public static OutputId of(int producer) {
    return new OutputId(producer, 0, 0, 0);
  }

  /** Reads a message; throws an exception for numbers out of range. */
  public static OutputId of(ProducerOutput message) {
    return new OutputId(message.getProducer(), message.getAttempt(), message.getOutput(), message.getSpill());
  }

  /** Returns the message that crosses the wire. */
  public ProducerOutput toMessage() {
    return ProducerOutput.newBuilder().setProducer(producer).setAttempt(attempt).setOutput(output).setSpill(spill).build();
  }

  @Override
  public String toString() {
    return producer + "." + attempt + (output == 0 ? "" : "." + output) + (spill == 0 ? "" : "+" + spill);
  }
}
