package dev.terra.agent.tunnel;

import com.google.protobuf.MessageLite;
import dev.terra.agent.wire.FrameType;
import dev.terra.core.wan.SiteId;

/** How control frames get to another site. On the agent's thread. */
public interface Replies {
  /** Sends a control frame on the best live tunnel; returns whether there was one. */
  boolean send(SiteId site, FrameType type, MessageLite message);

  /** Whether there is any live tunnel to or from a site. */
  boolean reaches(SiteId site);
}
