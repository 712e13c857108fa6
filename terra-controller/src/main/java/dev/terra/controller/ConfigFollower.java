package dev.terra.controller;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Wan;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration of a running controller again when its file has changed, and takes the {@link FollowedKeys} from it. Other
 * keys take effect at the next start. A file that cannot be used is reported once, and the last good configuration stays in force.
 * The follower has a thread of its own.
 */
public final class ConfigFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigFollower.class);
  /** The time between two readings of the file. It is short enough for people, and costs a disk nothing, since the file is small. */
  private static final long POLL_SECONDS = 2;

  private final Path file;
  private final Wan wan;
  private final Consumer<FollowedKeys> taken;
  private final ScheduledExecutorService executor;
  private FollowedKeys inForce;
  private @Nullable ControllerConfig last;
  private String lastProblem = "";
  private boolean told;

  private ConfigFollower(Path file, FollowedKeys inForce, Wan wan, Consumer<FollowedKeys> taken) {
    this.file = file;
    this.inForce = inForce;
    this.wan = wan;
    this.taken = taken;
    this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, "controller-config");
      thread.setDaemon(true);
      return thread;
    });
  }

  /**
   * Follows a file until the follower is closed.
   *
   * @param inForce the keys that are in force
   * @param wan the WAN whose sites latency targets may name
   * @param taken is called on the follower's thread with the keys of the file whenever they change
   */
  public static ConfigFollower start(Path file, FollowedKeys inForce, Wan wan, Consumer<FollowedKeys> taken) {
    ConfigFollower follower = new ConfigFollower(file, inForce, wan, taken);
    Guard guard = new Guard("the check of " + file + " for changes", LOG::error);
    follower.executor.execute(() -> guard.run(follower::poll));
    Periodic.every(follower.executor, POLL_SECONDS, TimeUnit.SECONDS, guard, follower::poll);
    return follower;
  }

  /** Reads the file. A problem is reported only when it is seen a second time, since the file may be read while it is being replaced. */
  void poll() {
    String problem = "";
    try {
      take(ControllerConfig.load(file));
    } catch (ConfigException e) {
      problem = Failures.inWords(e);
    }
    if (!problem.equals(lastProblem)) {
      lastProblem = problem;
      told = false;
    } else if (!problem.isEmpty() && !told) {
      told = true;
      LOG.warn("latency classes and exceptions from compression stay as they are, since the changed configuration cannot be used: {}",
          problem);
    }
  }

  private void take(ControllerConfig now) {
    ClassesConfig.checkSites(now.classes(), wan);
    if (last != null && !now.with(last.followed()).equals(last)) {
      LOG.warn("{} has changed: of its keys, only 'classes' and 'compression' are read again while the controller runs; the others count "
          + "at the next start", file);
    }
    last = now;
    if (!now.followed().equals(inForce)) {
      inForce = now.followed();
      taken.accept(inForce);
      LOG.info("latency classes and exceptions from compression were read again from {}", file);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
