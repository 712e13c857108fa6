package dev.terra.agent.submit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * An open folder, whose files are accessed by the folder's descriptor. Nothing outside of the folder is read, written or removed, even if
 * its path leads elsewhere in the meantime. No link is followed.
 */
final class OpenFolder implements Closeable {
  private final SecureDirectoryStream<Path> stream;

  private OpenFolder(SecureDirectoryStream<Path> stream) {
    this.stream = stream;
  }

  /**
   * Opens a folder below another one, name by name.
   *
   * @param top the other folder, which is trusted, as are all folders above it
   * @param names the path from the top on, in which no name may be a link; empty for the top itself
   */
  @SuppressWarnings("StreamResourceLeak") // the caller closes it
  static OpenFolder below(Path top, Path names) throws IOException {
    OpenFolder folder = new OpenFolder(secure(Files.newDirectoryStream(top), top));
    for (Path name : names) {
      if (!name.toString().isEmpty()) {
        folder = folder.step(name);
      }
    }
    return folder;
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream, Path folder) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("the file system of " + folder + " cannot open files by their folder: submitFolders need one that can");
  }

  private OpenFolder step(Path name) throws IOException {
    try (OpenFolder last = this) {
      return new OpenFolder(last.stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }
  }

  /** Opens a regular file for reading. */
  FileChannel read(Path name) throws IOException {
    checkRegular(name);
    return open(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  /** Creates a file that must not exist yet. */
  FileChannel create(Path name) throws IOException {
    return open(name, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  /** Checks that a file is a regular one. To open a pipe, for example, would wait for its other end. */
  private void checkRegular(Path name) throws IOException {
    BasicFileAttributes attributes =
        stream.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).readAttributes();
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(name.toString(), null, "is not a regular file");
    }
  }

  private FileChannel open(Path name, Set<OpenOption> options) throws IOException {
    SeekableByteChannel channel = stream.newByteChannel(name, options);
    if (channel instanceof FileChannel file) {
      return file;
    }
    channel.close();
    throw new IOException(name + " cannot be opened as a file");
  }

  /** Renames a file. It replaces a file that has the new name already. */
  void rename(Path from, Path to) throws IOException {
    stream.move(from, stream, to);
  }

  void delete(Path name) throws IOException {
    stream.deleteFile(name);
  }

  /** Forces the names in the folder to disk. */
  void force() throws IOException {
    try (FileChannel self = open(Path.of("."), Set.of(StandardOpenOption.READ))) {
      self.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
