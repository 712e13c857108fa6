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
 * Reads the configuration of a running controller again when its file has changed, and takes the {@link FollowedKeys} from it; other keys
 * count at the next start. A file that cannot be used is reported once, and what was good last stays in force. Has one thread.
 */
public final class ConfigFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigFollower.class);
  /** A small file is read so often: soon enough for people, nothing for a disk. */
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
   * Follows a file until it is closed.
   *
   * @param inForce what is in force
   * @param wan whose sites targets may name
   * @param taken gets what the file says whenever that changes, on the follower's thread
   */
  public static ConfigFollower start(Path file, FollowedKeys inForce, Wan wan, Consumer<FollowedKeys> taken) {
    ConfigFollower follower = new ConfigFollower(file, inForce, wan, taken);
    Guard guard = new Guard("a look at " + file, LOG::error);
    follower.executor.execute(() -> guard.run(follower::poll));
    Periodic.every(follower.executor, POLL_SECONDS, TimeUnit.SECONDS, guard, follower::poll);
    return follower;
  }

  /** A problem is reported when it is seen a second time: halfway through a replacement of the file it is none. */
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
