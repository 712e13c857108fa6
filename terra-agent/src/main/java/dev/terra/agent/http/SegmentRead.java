package dev.terra.agent.http;

import dev.terra.agent.send.SegmentSource.Bytes;
import dev.terra.agent.send.SegmentSource.Part;

/** A read of a part of a segment, and the receiver of its outcome. */
record SegmentRead(Part part, ReadProofs.Maker proof, Outcome outcome) {
  /** Takes the outcome of a read. Exactly one of the two methods is called, once, on the agent's thread. */
  interface Outcome {
    /** Takes all bytes of the part; the receiver releases them. */
    void whole(Bytes bytes);

    /**
     * Takes the reason why there are no bytes.
     *
     * @param mayPass true if another attempt makes sense
     */
    void failed(String reason, boolean mayPass);
  }
}
