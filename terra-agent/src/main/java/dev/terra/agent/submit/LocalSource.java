package dev.terra.agent.submit;

import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The source of the bytes of this site's outgoing transfers. A file has to stay as it was when its shuffle was submitted: once it is
 * written to or replaced, no more of it is read for that shuffle. An instance is used on the thread of the files only.
 */
final class LocalSource implements AutoCloseable {
  /** The most files that are kept open. */
  private static final int MAX_OPEN = 64;

  private record Key(ShuffleId shuffle, String path) {}

  private static final String CHANGED = " was written to or replaced after its shuffle was submitted; submit it again";

  private record Source(Path file, SourceVersion version) {
    /** Returns this source with a version that no file has, so that the file counts as changed. */
    Source spoiled() {
      return new Source(file, SourceVersion.NONE);
    }
  }

  private final Folders folders;
  private final InstantSource clock;
  private final SourceNotes notes;
  private final Map<Key, Source> sources = new HashMap<>();
  private final Map<Key, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Creates a source without open files.
   *
   * @param notes the noted versions of files, including those that an earlier agent has noted
   */
  LocalSource(Folders folders, InstantSource clock, SourceNotes notes) {
    this.notes = notes;
    this.folders = folders;
    this.clock = clock;
  }

  /**
   * Checks whether a transfer can be read, and notes the version of its file. An earlier agent may have sent a part of the file already.
   *
   * @param submitted the time, by this clock, when the job master submitted the transfer
   * @throws IOException if the transfer cannot be read, for example because its file has changed since; the message states why
   */
  void check(ShuffleId shuffle, Transfer transfer, Instant submitted) throws IOException {
    if (!transfer.hasFile()) {
      return;
    }
    Key key = new Key(shuffle, transfer.getFile().getPath());
    Source source = source(key);
    checkAsOf(submitted, key, source);
    long size = source.version.size();
    if (transfer.getFile().getOffset() > size - transfer.getBytes()) {
      throw new IOException(source.file + " has " + size + " bytes; expected " + transfer.getBytes() + " from "
          + transfer.getFile().getOffset() + " on");
    }
  }

  private Source source(Key key) throws IOException {
    Source known = sources.get(key);
    if (known == null) {
      Path file = folders.existing(key.path());
      known = new Source(file, SourceVersion.settled(file, clock));
      sources.put(key, known);
    }
    return known;
  }

  /** Checks that neither a file nor a link on its path is newer than its transfer. If one is, the file is not read for its shuffle. */
  private void checkAsOf(Instant submitted, Key key, Source source) throws IOException {
    FileTime newest = source.version.changed();
    Path path = Path.of(key.path);
    for (Path link = path; link.getParent() != null; link = link.getParent()) {
      if (Files.isSymbolicLink(link) && SourceVersion.ofLink(link).compareTo(newest) > 0) {
        newest = SourceVersion.ofLink(link);
      }
    }
    if (newest.toInstant().isAfter(submitted) || !notes.isSame(key.shuffle, key.path, source.version)) {
      sources.put(key, source.spoiled());
      throw new IOException(source.file + CHANGED);
    }
  }

  /**
   * Reads a part of a transfer. The caller releases the buffer.
   *
   * @throws IOException if the part cannot be read, or its file has changed
   */
  ByteBuf read(ShuffleId shuffle, Transfer transfer, long start, int length) throws IOException {
    if (!transfer.hasFile()) {
      return Unpooled.wrappedBuffer(GeneratedBytes.of(transfer.getGenerated().getSeed(), start, length));
    }
    Key key = new Key(shuffle, transfer.getFile().getPath());
    Source source = sources.get(key);
    if (source == null) {
      throw new IOException(transfer.getFile().getPath() + " was not there when its shuffle was submitted");
    }
    FileChannel channel = channel(key, source);
    ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(length, length);
    try {
      fill(buffer, channel, transfer.getFile().getOffset() + start, source);
      // The bytes are right only if the file has not changed by the end of the read.
      checkUnchanged(source);
      return buffer.retain();
    } finally {
      buffer.release();
    }
  }

  private static void fill(ByteBuf buffer, FileChannel channel, long at, Source source) throws IOException {
    while (buffer.isWritable()) {
      if (buffer.writeBytes(channel, at + buffer.readableBytes(), buffer.writableBytes()) < 0) {
        throw new EOFException(source.file + " ends at " + (at + buffer.readableBytes()));
      }
    }
  }

  private static void checkUnchanged(Source source) throws IOException {
    if (!SourceVersion.of(source.file).equals(source.version)) {
      throw new IOException(source.file + CHANGED);
    }
  }

  private FileChannel channel(Key key, Source source) throws IOException {
    FileChannel known = open.get(key);
    if (known != null) {
      return known;
    }
    if (open.size() >= MAX_OPEN) {
      Iterator<FileChannel> all = open.values().iterator();
      FileChannel oldest = all.next();
      all.remove();
      oldest.close();
    }
    try (OpenFolder folder = folders.folderOf(source.file)) {
      FileChannel channel = folder.read(source.file.getFileName());
      open.put(key, channel);
      return channel;
    }
  }

  /** Closes the files of a shuffle that is over, and forgets their versions. */
  void forget(ShuffleId shuffle) throws IOException {
    sources.keySet().removeIf(key -> key.shuffle().equals(shuffle));
    notes.forget(shuffle);
    for (Iterator<Map.Entry<Key, FileChannel>> all = open.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Key, FileChannel> entry = all.next();
      if (entry.getKey().shuffle().equals(shuffle)) {
        all.remove();
        entry.getValue().close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (FileChannel channel : List.copyOf(open.values())) {
      channel.close();
    }
    open.clear();
  }
}
