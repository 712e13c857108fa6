package dev.terra.agent;

import dev.terra.agent.control.ShuffleFacts;
import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.site.SiteShuffles;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Optional;

/**
 * The shuffles of this site: those that job masters submitted, and those of jobs. An instance is used on the agent's thread only.
 *
 * @param handlers reads the segments of jobs
 */
record KnownShuffles(SubmittedShuffles submitted, SiteShuffles ofJobs, SegmentSource handlers)
    implements SegmentBook, SegmentSource, ShuffleFacts {
  private SegmentBook bookOf(ShuffleId shuffle) {
    return submitted.knows(shuffle) ? submitted : ofJobs;
  }

  @Override
  public Entry find(SegmentCopy key) {
    return bookOf(key.shuffle()).find(key);
  }

  @Override
  public Readers readers(ShuffleId shuffle) {
    return bookOf(shuffle).readers(shuffle);
  }

  @Override
  public String job(ShuffleId shuffle) {
    return descriptor(shuffle).flatMap(ShuffleDescriptor::group).orElse(shuffle.value());
  }

  @Override
  public void read(Part part, Reader reader) {
    (submitted.knows(part.key().shuffle()) ? submitted : handlers).read(part, reader);
  }

  @Override
  public Optional<ShuffleReport> report(ShuffleId id) {
    return submitted.report(id).or(() -> ofJobs.report(id));
  }

  @Override
  public Optional<ShuffleDescriptor> descriptor(ShuffleId id) {
    return ofJobs.descriptor(id);
  }
}
