package dev.terra.node.disk;

import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.io.ByteStreams;
import dev.terra.core.failure.Failures;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads files in folders that users' containers write. Such a folder may contain anything: a pipe that is never written, a link to a file
 * of the NodeManager's, a sparse file of terabytes, millions of names. The bounds of this class limit what any of these can cost.
 *
 * <p>Only a regular file is opened, and not through a link. Between that check and the opening, a container can put a pipe in the file's
 * place, and opening a pipe can block for ever. So files are opened by threads that may be lost. While a file of a user blocks one of these
 * threads, no other file of that user is opened. Thread-safe.
 */
public final class UserFiles implements AutoCloseable {
  /** The longest wait for the opening of a file. A disk opens a file within milliseconds; a slower one serves no shuffle. */
  private static final long PATIENCE_MILLIS = 2_000;
  /** The most threads that open files. Three threads of a service open files at a time; the others may be lost to as many users. */
  private static final int MOST_OPENERS = 16;
  private static final long IDLE_SECONDS = 10;
  /** The most names that are read from a folder: far more than the outputs that a job has on a node, and some megabytes of names. */
  private static final int MOST_NAMES = 100_000;

  private final ThreadPoolExecutor openers = new ThreadPoolExecutor(0, MOST_OPENERS, IDLE_SECONDS, TimeUnit.SECONDS,
      new SynchronousQueue<>(), new DefaultThreadFactory("terra-open", true));
  private final Multiset<String> hanging = ConcurrentHashMultiset.create();
  private final Opening opening;

  /** Opens a file for reading, on a secure cluster only if the file belongs to the user. */
  @FunctionalInterface
  public interface Opening {
    /** Opens a file. */
    FileChannel open(Path file, String user) throws IOException;
  }

  /** Creates an object that opens files in a given way. */
  public UserFiles(Opening opening) {
    this.opening = opening;
  }

  /** Opens a file that is not a link, whichever user owns it. */
  public static FileChannel openAnyones(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Opens a user's regular file; the caller closes it.
   *
   * @throws IOException if it is not a regular file, cannot be opened, or is not open within {@value #PATIENCE_MILLIS} ms
   */
  public FileChannel open(Path file, String user) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(file + " is not a regular file");
    }
    if (hanging.contains(user)) {
      throw new IOException(file + " is not opened: another file of " + user + " is still being opened");
    }
    CompletableFuture<FileChannel> opened = begin(file, user);
    try {
      return opened.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      leave(opened, user);
      throw new IOException(file + " did not open within " + PATIENCE_MILLIS + " ms", e);
    } catch (ExecutionException e) {
      throw problem(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      leave(opened, user);
      throw new IOException("interrupted while " + file + " was opened", e);
    }
  }

  private static IOException problem(ExecutionException failure) {
    return failure.getCause() instanceof UncheckedIOException wrapped ? Objects.requireNonNull(wrapped.getCause())
        : new IOException(Failures.inWords(failure), failure);
  }

  private CompletableFuture<FileChannel> begin(Path file, String user) throws IOException {
    try {
      return CompletableFuture.supplyAsync(() -> unchecked(file, user), openers);
    } catch (RejectedExecutionException e) {
      throw new IOException(file + " is not opened: " + MOST_OPENERS + " files are being opened already", e);
    }
  }

  private FileChannel unchecked(Path file, String user) {
    try {
      return opening.open(file, user);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A channel that is opened late and does not close is lost anyway.
  private void leave(CompletableFuture<FileChannel> opened, String user) {
    hanging.add(user);
    opened.whenComplete((late, problem) -> abandon(late, user));
  }

  private void abandon(FileChannel late, String user) {
    hanging.remove(user);
    if (late != null) {
      try {
        late.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Returns all bytes of a user's file in one array.
   *
   * @param mostBytes a larger file is not read
   */
  public ByteBuffer read(Path file, String user, long mostBytes) throws IOException {
    try (FileChannel channel = open(file, user)) {
      long length = channel.size();
      if (length > mostBytes) {
        throw new IOException(file + " has " + length + " bytes, more than " + mostBytes);
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) length);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new EOFException(file + " became shorter while it was read");
        }
      }
      return bytes.flip();
    }
  }

  /** Returns a user's file as a stream, which the caller closes. A file of more than so many bytes is refused. */
  public InputStream stream(Path file, String user, long mostBytes) throws IOException {
    FileChannel channel = open(file, user);
    if (channel.size() > mostBytes) {
      channel.close();
      throw new IOException(file + " has more than " + mostBytes + " bytes");
    }
    return ByteStreams.limit(Channels.newInputStream(channel), mostBytes);
  }

  /** Returns the names in a folder, {@value #MOST_NAMES} at most; none if there is no folder. */
  public static List<String> names(File folder) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.toPath())) {
      for (Path entry : entries) {
        if (names.size() == MOST_NAMES) {
          break;
        }
        names.add(entry.getFileName().toString());
      }
    } catch (IOException | DirectoryIteratorException e) {
      return names;
    }
    return names;
  }

  /** Stops opening files. Threads that are blocked remain blocked. */
  @Override
  public void close() {
    openers.shutdownNow();
  }
}
