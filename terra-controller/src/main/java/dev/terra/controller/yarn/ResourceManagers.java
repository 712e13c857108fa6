package dev.terra.controller.yarn;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.controller.core.queue.QueueAnswer;
import dev.terra.controller.core.queue.QueueSource;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.controller.trust.CaFile;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks YARN's ResourceManagers over HTTP. The one that answered last is asked first. If it does not answer, the others are asked in
 * turn. Waiting happens on threads of its own.
 */
public final class ResourceManagers implements QueueSource {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceManagers.class);
  /** The most requests that wait for answers at the same time. A further one fails at once. */
  private static final int MOST_UNDER_WAY = 4;

  private final List<URI> managers;
  private final Guard guard = new Guard("a request to a ResourceManager", LOG::error);
  /** The threads: one more than there are requests, so that one thread is free to end requests that take too long. */
  private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(MOST_UNDER_WAY + 1, task -> {
    Thread thread = new Thread(task, "resource-manager");
    thread.setDaemon(true);
    return thread;
  });
  private final ApplicationRequest request;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile int active;

  /**
   * Creates a source that has asked nothing yet.
   *
   * @param ticker monotonic nanoseconds
   * @throws dev.terra.config.ConfigException if the file of certificates cannot be read
   */
  public ResourceManagers(ResourceManagerConfig config, LongSupplier ticker) {
    this.managers = config.webappAddresses();
    this.request =
        new ApplicationRequest(config.ca().map(ca -> CaFile.context("resourceManager.ca", ca)).orElse(null), executor, guard, ticker);
  }

  @Override
  public void ask(YarnApplication application, Consumer<QueueAnswer> answer) {
    if (underWay.incrementAndGet() > MOST_UNDER_WAY) {
      underWay.decrementAndGet();
      answer.accept(QueueAnswer.failed("earlier requests to " + managers + " have not been answered yet"));
      return;
    }
    OneShot asked = OneShot.after(executor, 0, TimeUnit.NANOSECONDS, guard, () -> {
      answer.accept(lookUpAlone(application));
    });
    if (asked.isRefused()) {
      LOG.debug("no request for {}: the controller is stopping", application);
    }
  }

  /** Looks an application up, and makes room for the next request however this one ends. */
  private QueueAnswer lookUpAlone(YarnApplication application) {
    try {
      return lookUp(application);
    } finally {
      underWay.decrementAndGet();
    }
  }

  private QueueAnswer lookUp(YarnApplication application) {
    StringJoiner problems = new StringJoiner("; ");
    int first = active;
    for (int i = 0; i < managers.size(); i++) {
      int next = (first + i) % managers.size();
      try {
        QueueAnswer answer = request.send(managers.get(next), application);
        active = next;
        return answer;
      } catch (IOException | RuntimeException e) {
        problems.add("the ResourceManager at " + managers.get(next) + " did not report the queue of " + application + ": "
            + Failures.inWords(e));
      }
    }
    return QueueAnswer.failed(problems.toString());
  }

  @Override
  public List<String> addresses() {
    return managers.stream().map(URI::toString).toList();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
