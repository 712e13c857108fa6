package dev.terra.resourcemanager;

import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the last word of the controller. Its thread alone talks to the controller; calls of application masters read the word. While the
 * controller does not answer, the word stands for {@link AdviceWord#FRESH_NANOS}; after that there is no advice.
 */
final class AdvicePoll implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(AdvicePoll.class);
  /** MapReduce asks for the first reducers within a second of the first map's end. */
  private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  /** A pause is so many times as long as the answer took: a fifth of a core of the controller's is enough for advice. */
  private static final int PAUSE_FACTOR = 4;

  private final ControllerQuestion question;
  private final PlacementSettings settings;
  private final Supplier<Racks> racks;
  private final LongSupplier containerMegabytes;
  private final BooleanSupplier ended;
  private volatile AdviceWord word = AdviceWord.NONE;
  private Map<String, Map<String, Double>> answer = Map.of();
  private long answeredNanos;
  private boolean silent;

  /**
   * A poll that has asked nothing yet.
   *
   * @param racks the cluster's racks now
   * @param containerMegabytes what a reducer takes
   * @param ended whether the ResourceManager's service has stopped, and the thread with it
   */
  AdvicePoll(PlacementSettings settings, Supplier<Racks> racks, LongSupplier containerMegabytes, BooleanSupplier ended) {
    this.settings = settings;
    this.question = new ControllerQuestion(settings.controllers());
    this.racks = racks;
    this.containerMegabytes = containerMegabytes;
    this.ended = ended;
  }

  /** What holds now. */
  AdviceWord word() {
    return word;
  }

  @Override
  public void run() {
    while (!ended.getAsBoolean()) {
      long begun = System.nanoTime();
      try {
        turn();
      } catch (RuntimeException | LinkageError e) { // else no later turn would come
        word = AdviceWord.NONE;
        failed(Failures.inWords(e));
      }
      LockSupport.parkNanos(Math.max(LEAST_PAUSE_NANOS, PAUSE_FACTOR * (System.nanoTime() - begun)));
    }
  }

  private void turn() {
    Racks current = racks.get();
    try {
      answer = question.ask(current.slots(settings::site, containerMegabytes.getAsLong()));
      answeredNanos = System.nanoTime();
      if (silent) {
        LOG.info("the controller advises again where reducers run");
      }
      silent = false;
    } catch (IOException e) {
      failed(Failures.inWords(e));
    }
    Map<String, Map<String, Double>> shares = new HashMap<>();
    answer.forEach((application, bySite) -> shares.put(application, current.shares(settings::site, bySite)));
    word = new AdviceWord(shares, current, answeredNanos);
  }

  private void failed(String problem) {
    if (!silent) {
      LOG.warn("the controller does not say where reducers are best run, and YARN places them as without Terra: {}", problem);
    }
    silent = true;
  }
}
