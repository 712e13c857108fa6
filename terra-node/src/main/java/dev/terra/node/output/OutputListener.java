package dev.terra.node.output;

import dev.terra.core.shuffle.ShuffleId;

/** A listener for changes in the outputs of this node. It is called on the thread that finds them. */
public interface OutputListener {
  /** Notes that there are new outputs. */
  void outputsFound();

  /** Notes that a shuffle is over, with its job or with its phase. */
  void shuffleEnded(ShuffleId shuffle);
}
