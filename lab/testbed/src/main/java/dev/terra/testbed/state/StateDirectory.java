package dev.terra.testbed.state;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The directory of a testbed: its state, configuration, logs and data. Only its owner may enter. */
public final class StateDirectory {
  private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String CHOOSE_ANOTHER = "; choose another with --state or TERRA_STATE";
  private static final String LOCK = "lock";
  private static final String KEEP_LOGS = "keep-logs";
  /** The index of the name {@code log} in the path of the folder of containers' logs: {@code yarn/WORKER/log}. */
  private static final int CONTAINER_LOGS = 2;
  private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

  private final Path root;

  /** Makes the state directory at a path, which need not exist yet. */
  public StateDirectory(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  /** Returns {@code $TERRA_STATE}, or a directory of this user's under the directory for temporary files. */
  public static StateDirectory byDefault() {
    String configured = System.getenv("TERRA_STATE");
    return new StateDirectory(configured != null && !configured.isBlank()
        ? Path.of(configured)
        : Path.of(System.getProperty("java.io.tmpdir"), "terra-testbed-" + System.getProperty("user.name")));
  }

  /** Returns its path. */
  public Path root() {
    return root;
  }

  /** Returns a path in it. */
  public Path file(String first, String... more) {
    return root.resolve(Path.of(first, more));
  }

  /**
   * Creates it. Its path may not contain a blank, since it is part of class paths and commands of containers, which end
   * at a blank.
   */
  void create() {
    if (root.toString().chars().anyMatch(Character::isWhitespace)) {
      throw new TestbedException("cannot use the state directory '" + root + "': there is a blank in its path" + CHOOSE_ANOTHER);
    }
    try {
      Files.createDirectories(root);
      if (!Files.exists(file("state.json"))) { // otherwise a testbed with users has given them access
        Files.setPosixFilePermissions(root, OWNER_ONLY);
      }
    } catch (IOException e) {
      throw new TestbedException("cannot use the state directory " + root + ": " + e.getMessage() + CHOOSE_ANOTHER, e);
    }
  }

  /** Writes a file in it, and makes the directories on the way. */
  public Path write(String name, String text) {
    Path file = file(name);
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new TestbedException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the state of the testbed, if there is one. */
  public Optional<TestbedState> load() {
    Path file = file("state.json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(file.toFile(), TestbedState.class));
    } catch (IOException e) {
      throw new TestbedException(file + " cannot be read (" + e.getMessage().lines().findFirst().orElse("") + ")", e);
    }
  }

  /** Replaces the state in one step. */
  public void save(TestbedState state) {
    try {
      Path fresh = file("state.json.new");
      JSON.writeValue(fresh.toFile(), state);
      Files.move(fresh, file("state.json"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new TestbedException("cannot write " + file("state.json") + ": " + e.getMessage(), e);
    }
  }

  /**
   * Runs an action while no other process may change the testbed.
   *
   * @throws TestbedException if another process changes it
   */
  public <T> T locked(Supplier<T> action) {
    create();
    FileChannel channel = lock();
    try {
      return action.get();
    } finally {
      release(channel);
    }
  }

  private FileChannel lock() {
    try {
      FileChannel channel = FileChannel.open(file(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel).isEmpty()) {
        channel.close();
        throw new TestbedException("another command is changing the testbed in " + root + "; wait for it to end");
      }
      return channel;
    } catch (IOException e) {
      throw new TestbedException("cannot lock " + root + ": " + e.getMessage(), e);
    }
  }

  private static void release(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns this directory for an error that names it. Its logs outlive the testbed from this call on, until another
   * one begins in it.
   */
  public Path keptLogs() {
    write(KEEP_LOGS, "");
    return root;
  }

  /** Removes it with all its content, except logs if an error has named them. */
  public void delete() {
    boolean all = !Files.exists(file(KEEP_LOGS));
    removeUnless(path -> !all && isLog(path));
  }

  /** Removes the logs that an earlier testbed left. */
  public void removeKeptLogs() {
    if (Files.exists(file(KEEP_LOGS))) {
      removeUnless(path -> path.equals(Path.of(LOCK)));
    }
  }

  /** Returns whether a path is a log of a process, of YARN's containers, or the mark that logs are kept. */
  private static boolean isLog(Path path) {
    return path.startsWith("log") || path.startsWith(KEEP_LOGS)
        || (path.getNameCount() > CONTAINER_LOGS && path.startsWith("yarn") && path.getName(CONTAINER_LOGS).toString().equals("log"));
  }

  private void removeUnless(Predicate<Path> stays) {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> found = Files.walk(root)) {
      for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
        boolean holdsWhatStays = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && !isEmpty(path);
        if (!holdsWhatStays && !stays.test(root.relativize(path))) {
          Files.deleteIfExists(path);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new TestbedException("cannot remove " + root + ": " + e.getMessage(), e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }
}
