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
 * Polls the controller for advice, and keeps the last answer. Only its own thread connects to the controller; calls of application
 * masters read the kept advice. While the controller does not answer, the last answer counts for {@link AdviceWord#FRESH_NANOS}.
 * After that time, there is no advice.
 */
final class AdvicePoll implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(AdvicePoll.class);
  /** The least pause between two polls. MapReduce requests the first reducers within a second of the first map's end. */
  private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  /**
   * The pause after a poll is this many times as long as the poll took. A fifth of one of the controller's cores is enough for
   * advice.
   */
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
   * Creates a poll that has asked nothing yet.
   *
   * @param racks supplies the cluster's present racks
   * @param containerMegabytes supplies the memory that a reducer takes, in MB
   * @param ended returns whether the ResourceManager's service has stopped, so that this thread ends, too
   */
  AdvicePoll(PlacementSettings settings, Supplier<Racks> racks, LongSupplier containerMegabytes, BooleanSupplier ended) {
    this.settings = settings;
    this.question = new ControllerQuestion(settings.controllers());
    this.racks = racks;
    this.containerMegabytes = containerMegabytes;
    this.ended = ended;
  }

  /** Returns the present advice. */
  AdviceWord word() {
    return word;
  }

  @Override
  public void run() {
    while (!ended.getAsBoolean()) {
      long begun = System.nanoTime();
      try {
        turn();
      } catch (RuntimeException | LinkageError e) { // without this, there would be no later poll
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
        LOG.info("the controller sends placement advice again");
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
      LOG.warn("the controller sends no placement advice, and YARN places reducers as without Terra: {}", problem);
    }
    silent = true;
  }
}
