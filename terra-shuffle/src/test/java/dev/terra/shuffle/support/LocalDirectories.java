package dev.terra.shuffle.support;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.server.api.AuxiliaryLocalPathHandler;

/** The NodeManager's local directories, in the form in which the NodeManager hands them to its services. */
public record LocalDirectories(List<java.nio.file.Path> roots) implements AuxiliaryLocalPathHandler {
  @Override
  public Path getLocalPathForRead(String relative) throws IOException {
    for (Path found : getAllLocalPathsForRead(relative)) {
      return found;
    }
    throw new FileNotFoundException(relative);
  }

  @Override
  public Path getLocalPathForWrite(String relative) {
    return new Path(roots.get(0).resolve(relative).toString());
  }

  @Override
  public Path getLocalPathForWrite(String relative, long size) {
    return getLocalPathForWrite(relative);
  }

  @Override
  public Iterable<Path> getAllLocalPathsForRead(String relative) {
    return roots.stream().map(root -> new File(root.toFile(), relative)).filter(File::exists)
        .map(file -> new Path(file.toString())).toList();
  }
}
