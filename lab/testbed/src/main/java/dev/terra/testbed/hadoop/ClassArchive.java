package dev.terra.testbed.hadoop;

import dev.terra.testbed.Installation;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.state.StateDirectory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes that JVMs with the same jars load, parsed and verified once for all of them (Java's class data sharing).
 * A testbed starts dozens of JVMs on few cores, and most live for seconds, many of which are spent on loading the same
 * classes.
 *
 * <p>The class path of such a JVM begins with {@link #classPath}, and it is started with {@link #option}, a file with
 * options in the testbed's state directory. If no archive fits, the options make JVMs record which classes they load;
 * {@link #make} makes an archive of these records, which JVMs that start afterwards use. It stays beside the jars for
 * later testbeds.
 */
public final class ClassArchive {
  private static final String FOLDER = "classes";
  private static final String NOTE = ".notes";
  private static final String TAKE_NOTES = "-XX:DumpLoadedClassList=";
  /** The time to make an archive. Twenty thousand classes take half a minute of a core; this is a wide margin. */
  private static final Duration DUMP_PATIENCE = Duration.ofMinutes(5);

  private final StateDirectory directory;
  private final String name;
  private final List<Path> jars;
  private final Path archive;

  /**
   * Makes the archive of a kind of JVMs.
   *
   * @param name of the kind
   * @param jars folders of jars and single jars, in the class path's order
   * @param archive the file
   */
  public ClassArchive(StateDirectory directory, String name, List<Path> jars, Path archive) {
    this.directory = directory;
    this.name = name;
    this.jars = List.copyOf(jars);
    this.archive = archive;
  }

  /**
   * Returns the archive of all JVMs that have Hadoop's jars and no others before them. It stays beside the folder of
   * these jars.
   */
  public static ClassArchive ofHadoop(StateDirectory directory, Installation installation) {
    Path libraries = installation.hadoopLibraries();
    return new ClassArchive(directory, "hadoop", List.of(libraries), libraries.resolveSibling("classes.jsa"));
  }

  /** Returns the archive of Terra's controller and agents. It stays beside the folder of their jars. */
  public static ClassArchive ofTerra(StateDirectory directory, Installation installation) {
    Path libraries = installation.terraLibraries();
    return new ClassArchive(directory, "terra", List.of(libraries), libraries.resolveSibling("classes.jsa"));
  }

  /** Returns the beginning of the class path of the archive's JVMs; more may follow. */
  public String classPath() {
    return jars.stream().map(path -> Files.isDirectory(path) ? path + "/*" : path.toString()).collect(Collectors.joining(":"));
  }

  /** Returns an option of the archive's JVMs. */
  public String option() {
    return "@" + options();
  }

  /**
   * Returns the options of a JVM in a YARN container, whose own class path follows. They are empty if a path has a
   * blank: Hadoop splits options there, and Java 17 does not support an archive of such jars.
   */
  public String containerOptions() {
    String options = option() + classPath();
    return options.chars().anyMatch(Character::isWhitespace) ? "" : option() + " -cp " + classPath() + ":$CLASSPATH";
  }

  private Path options() {
    return directory.file(FOLDER, name + ".options");
  }

  private Path notes() {
    return directory.file(FOLDER, name);
  }

  /** Writes the file that {@link #option} names. It is called again when the jars have changed. */
  public void prepare() {
    boolean fits = fits();
    try {
      Files.createDirectories(notes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for notes of classes", e);
    }
    directory.write(FOLDER + "/" + name + ".options", fits
        ? "-XX:SharedArchiveFile=\"" + archive + "\"\n"
        : TAKE_NOTES + "\"" + notes().resolve("%p" + NOTE) + "\"\n");
  }

  /** Returns whether the archive belongs to this Java and to these jars, which Java itself checks. */
  private boolean fits() {
    return Files.exists(archive) && run(directory.file(FOLDER, name + ".log"),
        List.of("-Xshare:on", "-XX:+UseSerialGC", "-XX:SharedArchiveFile=" + archive, "-cp", classPath(), "-version"));
  }

  /**
   * Makes the archive of the classes that JVMs have recorded since {@link #prepare}. Does nothing if there are no
   * records, as with an archive that fits. It takes up to half a minute. If it fails, every JVM continues to load its
   * classes by itself.
   *
   * @param progress receives a line about the failure, or about what is being made
   * @return whether there is a new archive
   */
  public boolean make(Consumer<String> progress) {
    Set<String> classes = takesNotes() ? noted() : Set.of();
    if (classes.isEmpty()) {
      return false;
    }
    progress.accept("archive of the " + classes.size() + " classes that JVMs of " + name + " load, made once");
    Path list = directory.write(FOLDER + "/" + name + ".list", String.join("\n", classes) + "\n");
    Path log = directory.file(FOLDER, name + ".log");
    Path dump = archive.resolveSibling(archive.getFileName() + "." + ProcessHandle.current().pid());
    try {
      if (!run(log, List.of("-Xshare:dump", "-XX:+UseSerialGC", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + dump,
          "-cp", classPath()))) {
        throw new IOException("Java failed; its output is in " + log);
      }
      Files.move(dump, archive, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      progress.accept("no archive " + archive + ", JVMs start more slowly: " + e.getMessage());
      return false;
    } finally {
      dump.toFile().delete();
    }
    prepare();
    return true;
  }

  private boolean takesNotes() {
    try {
      // Without the file, no such JVM has been started yet.
      return Files.exists(options()) && Files.readString(options()).startsWith(TAKE_NOTES);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the options of JVMs of " + name, e);
    }
  }

  private Set<String> noted() {
    Set<String> classes = new TreeSet<>();
    try (Stream<Path> files = Files.list(notes())) {
      for (Path file : files.filter(file -> file.toString().endsWith(NOTE)).toList()) {
        // JVMs may still be writing, and those that were killed left half a line
        String text = Files.readString(file);
        text.substring(0, text.lastIndexOf('\n') + 1).lines().filter(line -> !line.startsWith("#")).forEach(classes::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read which classes JVMs have loaded", e);
    }
    return classes;
  }

  private static boolean run(Path log, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(OwnJava.command()));
    command.addAll(arguments);
    Process process = null;
    try {
      Files.createDirectories(log.getParent());
      process = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"))
          .redirectOutput(log.toFile()).start();
      return process.waitFor(DUMP_PATIENCE.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.get(0), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted", e);
    } finally {
      if (process != null) {
        process.destroy();
      }
    }
  }
}
