package dev.terra.node.output;

import dev.terra.api.v1.ProducerOutput;
import java.util.OptionalInt;

/**
 * One output of one producer on this node.
 *
 * @param name the name by which the engine's consumers request it
 * @param job the job that it belongs to
 * @param phase the number of the phase, where a job has consecutive phases with shuffles of their own; empty where it has none
 * @param id task, attempt, output and spill, as agents number them
 */
public record NodeOutput(String name, String job, OptionalInt phase, ProducerOutput id) {
  @Override
  public String toString() {
    return name;
  }
}
