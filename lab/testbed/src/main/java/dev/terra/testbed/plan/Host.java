package dev.terra.testbed.plan;

import dev.terra.core.wan.SiteId;

/**
 * A host of the testbed: a network namespace with a name of its own.
 *
 * @param name its host name, such as {@code HK-1}
 * @param site at which it is
 * @param role what runs on it
 * @param ip its address on the site's LAN
 */
public record Host(String name, SiteId site, Role role, String ip) {
  /** The programs on a host. */
  public enum Role {
    /** A DataNode and a NodeManager. */
    WORKER,
    /** The site's agent; the far end of the overlay addresses. */
    GATEWAY,
    /** NameNode, ResourceManager, controller, and clients. The testbed has one such host. */
    CORE
  }
}
