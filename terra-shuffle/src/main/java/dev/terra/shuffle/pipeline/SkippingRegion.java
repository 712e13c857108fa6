package dev.terra.shuffle.pipeline;

import io.netty.channel.FileRegion;
import io.netty.util.AbstractReferenceCounted;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/** The rest of a file region after a prefix; owns the region. */
final class SkippingRegion extends AbstractReferenceCounted implements FileRegion {
  private final FileRegion region;
  private final long skipped;
  private long transferred;

  SkippingRegion(FileRegion region, long skipped) {
    this.region = region;
    this.skipped = skipped;
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
    transferred += Math.max(0, written);
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
