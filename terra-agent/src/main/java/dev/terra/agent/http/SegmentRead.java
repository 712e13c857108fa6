package dev.terra.agent.http;

import dev.terra.agent.send.SegmentSource.Bytes;
import dev.terra.agent.send.SegmentSource.Part;

/** A read of a part of a segment, and what goes on when it has ended. */
record SegmentRead(Part part, ReadProofs.Maker proof, Outcome outcome) {
  /** Exactly one of both methods is called, once, on the agent's thread. */
  interface Outcome {
    /** Takes all bytes of the part, to be released. */
    void whole(Bytes bytes);

    /**
     * Takes the reason why there are none.
     *
     * @param mayPass whether another attempt makes sense
     */
    void failed(String reason, boolean mayPass);
  }
}
