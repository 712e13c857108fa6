package dev.terra.shuffle.pipeline;

import io.netty.channel.FileRegion;
import io.netty.util.AbstractReferenceCounted;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.function.LongConsumer;

/** The rest of a file region after a prefix; it reports how many bytes have been sent. It owns the region. */
final class CountedRegion extends AbstractReferenceCounted implements FileRegion {
  private final FileRegion region;
  private final long skipped;
  private final LongConsumer gone;
  private long transferred;

  /**
   * Makes the rest after {@code skipped} bytes; {@code gone} receives the number of bytes of each write to the socket, on the connection's
   * event loop.
   */
  CountedRegion(FileRegion region, long skipped, LongConsumer gone) {
    this.region = region;
    this.skipped = skipped;
    this.gone = gone;
  }

  @Override
  public long position() {
    return region.position() + skipped;
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public long transfered() {
    return transferred;
  }

  @Override
  public long transferred() {
    return transferred;
  }

  @Override
  public long count() {
    return region.count() - skipped;
  }

  @Override
  public long transferTo(WritableByteChannel target, long position) throws IOException {
    long written = region.transferTo(target, position + skipped);
    if (written > 0) {
      transferred += written;
      gone.accept(written);
    }
    return written;
  }

  @Override
  public FileRegion retain() {
    super.retain();
    return this;
  }

  @Override
  public FileRegion retain(int increment) {
    super.retain(increment);
    return this;
  }

  @Override
  public FileRegion touch() {
    return this;
  }

  @Override
  public FileRegion touch(Object hint) {
    return this;
  }

  @Override
  protected void deallocate() {
    region.release();
  }
}
