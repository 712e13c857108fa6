package dev.terra.agent.http;

import dev.terra.agent.send.SegmentSource.Bytes;
import dev.terra.agent.send.SegmentSource.Part;
import java.util.function.Consumer;

/** A read of a part of a segment, and who waits for it, and releases what comes. */
record SegmentRead(Part part, ReadProofs.Maker proof, Consumer<Bytes> whole, Consumer<Failure> failed) {
  /** Why a read failed, and whether another attempt makes sense. */
  record Failure(String reason, boolean mayPass) {}
}
