package dev.terra.node.output;

import dev.terra.api.v1.ProducerOutput;
import java.util.OptionalInt;

/**
 * One output of one producer on this node.
 *
 * @param name as the engine's consumers ask for it
 * @param job the job that it belongs to
 * @param phase a job's phases follow one another by number, each with shuffles of its own; empty where a job has none
 * @param id task, attempt, output and spill, as agents know them
 */
public record NodeOutput(String name, String job, OptionalInt phase, ProducerOutput id) {
  @Override
  public String toString() {
    return name;
  }
}
