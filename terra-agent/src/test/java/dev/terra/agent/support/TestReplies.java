package dev.terra.agent.support;

import dev.terra.agent.tunnel.Replies;
import dev.terra.core.wan.SiteId;

/** Replies of an agent that reaches all sites. */
@FunctionalInterface
public interface TestReplies extends Replies {
  /** Returns replies that go to a test. */
  static Replies to(TestReplies test) {
    return test;
  }

  /** Returns replies that nothing reads. */
  static Replies unread() {
    return to((site, type, message) -> true);
  }

  @Override
  default boolean reaches(SiteId site) {
    return true;
  }
}
