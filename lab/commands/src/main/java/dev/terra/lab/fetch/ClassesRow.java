package dev.terra.lab.fetch;

import dev.terra.testbed.Labelled;
import java.util.List;

/** What keeps small fetches ahead of bulk. */
enum ClassesRow implements Labelled {
  /** Links have weighted fair queues. */
  NETWORK,
  /** Links have one queue, and plans leave what small fetches need. */
  PLANS;

  /** The rows of these names, which are known. */
  static List<ClassesRow> named(List<String> labels) {
    return labels.stream().map(label -> Labelled.find(values(), label).orElseThrow()).toList();
  }
}
