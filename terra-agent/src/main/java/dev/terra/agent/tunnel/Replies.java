package dev.terra.agent.tunnel;

import com.google.protobuf.MessageLite;
import dev.terra.agent.wire.FrameType;
import dev.terra.core.wan.SiteId;

/** Sends control frames to other sites. It is used on the agent's thread only. */
public interface Replies {
  /** Sends a control frame to a site, on the best live tunnel. Returns whether there was a live tunnel. */
  boolean send(SiteId site, FrameType type, MessageLite message);

  /** Returns whether there is any live tunnel to or from a site. */
  boolean reaches(SiteId site);
}
