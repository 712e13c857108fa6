package dev.terra.concurrency;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Runs operations of two threads in many orders: with the model checker, which switches threads between any two accesses, and on real
 * threads.
 */
final class Interleavings {
  private static final int THREADS = 2;
  private static final int OPERATIONS = 3;
  private static final int SCENARIOS = 25;
  private static final int ORDERS = 400;

  private Interleavings() {
  }

  /** Fails, and prints the order, if a result differs from those of all orders in which the operations run one after another. */
  static void check(Class<?> operations) {
    new ModelCheckingOptions().threads(THREADS).actorsPerThread(OPERATIONS).actorsBefore(1).actorsAfter(1)
        .iterations(SCENARIOS).invocationsPerIteration(ORDERS).check(operations);
    new StressOptions().threads(THREADS).actorsPerThread(OPERATIONS).actorsBefore(1).actorsAfter(1)
        .iterations(SCENARIOS).invocationsPerIteration(ORDERS).check(operations);
  }
}
