package dev.terra.node.output;

import dev.terra.core.shuffle.ShuffleId;

/** Hears of changes in the outputs of this node, on the thread that finds them. */
public interface OutputListener {
  /** There are outputs that weren't there before. */
  void outputsFound();

  /** A shuffle is over, with its job or with its phase. */
  void shuffleEnded(ShuffleId shuffle);
}
