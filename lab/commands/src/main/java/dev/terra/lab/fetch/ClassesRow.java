package dev.terra.lab.fetch;

import dev.terra.testbed.Labelled;
import java.util.List;

/** The rows of the measurement of latency classes. */
enum ClassesRow implements Labelled {
  /** Links have weighted fair queues, which keep small fetches ahead of bulk. */
  NETWORK,
  /** Links have one queue, and plans leave the capacity that small fetches need. */
  PLANS,
  /** A class is offered more than can be promised, and the admitted fetches keep the promise. */
  ADMISSION;

  /** Returns the rows of these names, which must be valid. */
  static List<ClassesRow> named(List<String> labels) {
    return labels.stream().map(label -> Labelled.find(values(), label).orElseThrow()).toList();
  }
}
