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
 * The classes that JVMs with the same jars load, parsed and verified once for all of them (Java's class data sharing): a testbed
 * starts dozens of JVMs on few cores, and most live for seconds, many of which go into loading the same classes.
 *
 * <p>Such a JVM's class path begins with {@link #classPath}, and it is started with {@link #option}, a file with options in the
 * testbed's state directory. Where no archive fits, the file has JVMs note which classes they load; {@link #make} makes an
 * archive of the notes, which JVMs that start afterwards use. It stays beside the jars for the testbeds after this one.
 */
public final class ClassArchive {
  private static final String FOLDER = "classes";
  private static final String NOTE = ".notes";
  private static final String TAKE_NOTES = "-XX:DumpLoadedClassList=";
  /** Twenty thousand classes take half a minute of a core, and a wide margin. */
  private static final Duration DUMP_PATIENCE = Duration.ofMinutes(5);

  private final StateDirectory directory;
  private final String name;
  private final List<Path> jars;
  private final Path archive;

  /**
   * The archive of a kind of JVMs.
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

  /** The archive of all JVMs that have Hadoop's jars and no others before them; it stays beside the folder of these. */
  public static ClassArchive ofHadoop(StateDirectory directory, Installation installation) {
    Path libraries = installation.hadoopLibraries();
    return new ClassArchive(directory, "hadoop", List.of(libraries), libraries.resolveSibling("classes.jsa"));
  }

  /** The archive of Terra's controller and agents; it stays beside the folder of their jars. */
  public static ClassArchive ofTerra(StateDirectory directory, Installation installation) {
    Path libraries = installation.terraLibraries();
    return new ClassArchive(directory, "terra", List.of(libraries), libraries.resolveSibling("classes.jsa"));
  }

  /** What the class path of its JVMs begins with; more may follow. */
  public String classPath() {
    return jars.stream().map(path -> Files.isDirectory(path) ? path + "/*" : path.toString()).collect(Collectors.joining(":"));
  }

  /** An option of its JVMs. */
  public String option() {
    return "@" + options();
  }

  /**
   * The options of a JVM in a YARN container, whose own class path follows. None where a path has a blank: Hadoop takes options
   * apart there, and Java 17 has no use for an archive of such jars.
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

  /** Writes the file that {@link #option} names; again when the jars have changed. */
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

  /** Java itself knows whether the archive is of this Java and of these jars. */
  private boolean fits() {
    return Files.exists(archive) && run(directory.file(FOLDER, name + ".log"),
        List.of("-Xshare:on", "-XX:+UseSerialGC", "-XX:SharedArchiveFile=" + archive, "-cp", classPath(), "-version"));
  }

  /**
   * Makes the archive of what JVMs have noted since {@link #prepare}; nothing happens where none has, as with an archive that fits.
   * Takes up to half a minute. If it cannot be made, every JVM goes on loading its classes by itself.
   *
   * @param progress gets that, or what is being made
   * @return whether there is a new one
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
      // Without the file there has been no such JVM yet.
      return Files.exists(options()) && Files.readString(options()).startsWith(TAKE_NOTES);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the options of JVMs of " + name, e);
    }
  }

  private Set<String> noted() {
    Set<String> classes = new TreeSet<>();
    try (Stream<Path> files = Files.list(notes())) {
      for (Path file : files.filter(file -> file.toString().endsWith(NOTE)).toList()) {
        // JVMs may still be writing; those that were killed left half a line
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
