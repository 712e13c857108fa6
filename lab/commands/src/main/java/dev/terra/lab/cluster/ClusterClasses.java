package dev.terra.lab.cluster;

import dev.terra.cli.progress.Progress;
import dev.terra.testbed.Installation;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The class paths of the JVMs on a demo's cluster, each with an archive of the classes that its JVMs load. */
public final class ClusterClasses {
  private final StateDirectory directory;
  private final Installation installation;
  private final ClassArchive hadoop;
  private final List<ClassArchive> all = new ArrayList<>();

  ClusterClasses(StateDirectory directory, Installation installation) {
    this.directory = directory;
    this.installation = installation;
    this.hadoop = ClassArchive.ofHadoop(directory, installation);
    all.add(hadoop);
    all.add(ClassArchive.ofTerra(directory, installation));
  }

  /** Returns the classes of JVMs that have only Hadoop's jars. */
  public ClassArchive hadoop() {
    return hadoop;
  }

  /**
   * Returns the classes of JVMs that have other jars before Hadoop's.
   *
   * @param name of the kind of JVMs
   * @param jars folders and single jars
   * @param archive the file
   */
  public ClassArchive withHadoop(String name, List<Path> jars, Path archive) {
    List<Path> before = new ArrayList<>(jars);
    before.add(installation.hadoopLibraries());
    return only(name, before, archive);
  }

  /** Returns the classes of JVMs that have only the given jars, and none of Hadoop's. */
  public ClassArchive only(String name, List<Path> jars, Path archive) {
    ClassArchive classes = new ClassArchive(directory, name, jars, archive);
    classes.prepare();
    all.add(classes);
    return classes;
  }

  /** Makes the archives for which JVMs have written class lists. */
  public void makeArchives(Progress progress) {
    all.forEach(classes -> classes.make(progress::say));
  }
}
