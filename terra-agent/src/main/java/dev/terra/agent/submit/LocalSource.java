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
 * The bytes of this site's outgoing transfers. A file is what it was when its shuffle was submitted: once it is written to or replaced,
 * nothing more of it is read for that shuffle. On the thread of the files.
 */
final class LocalSource implements AutoCloseable {
  /** Files kept open. */
  private static final int MAX_OPEN = 64;

  private record Key(ShuffleId shuffle, String path) {}

  private static final String CHANGED = " was written to or replaced after its shuffle was submitted; submit it again";

  private record Source(Path file, SourceVersion version) {
    /** One that is no file's: it reads as changed. */
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
   * Nothing is open yet.
   *
   * @param notes of what sources were, from an earlier agent too
   */
  LocalSource(Folders folders, InstantSource clock, SourceNotes notes) {
    this.notes = notes;
    this.folders = folders;
    this.clock = clock;
  }

  /**
   * Looks whether a transfer can be read, and notes what its file is now: an earlier agent may have sent some of it.
   *
   * @param submitted when its job master submitted it, by this clock
   * @throws IOException that says why it cannot; it is not what it was then, for example
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

  /** Neither the file nor a link on the way to it may be newer than its transfer; what is, is not read for its shuffle any more. */
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
   * Reads a part of a transfer; the caller releases it.
   *
   * @throws IOException if it cannot be read, or its file is not what it was
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
      // What was read is right only if the file is still what it was after that.
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

  /** A shuffle is over: its files are closed. */
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
