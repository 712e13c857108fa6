package dev.terra.lab.fetch;

import dev.terra.testbed.Labelled;
import java.util.List;

/** What is shown of latency classes. */
enum ClassesRow implements Labelled {
  /** Links have weighted fair queues, which keep small fetches ahead of bulk. */
  NETWORK,
  /** Links have one queue, and plans leave what small fetches need. */
  PLANS,
  /** A class is offered more than can be promised, and what is admitted keeps the promise. */
  ADMISSION;

  /** The rows of these names, which are known. */
  static List<ClassesRow> named(List<String> labels) {
    return labels.stream().map(label -> Labelled.find(values(), label).orElseThrow()).toList();
  }
}
