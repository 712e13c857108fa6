package dev.terra.testbed;

/** Against whom a testbed's cluster is protected. */
public enum Protection {
  /** No protection. */
  NONE,
  /** Who listens to shuffles: they use HTTPS, with keys made for this testbed. */
  ENCRYPTED_SHUFFLE,
  /** Each other's users as well: Kerberos, containers as their users, and TLS between Terra's processes. */
  USERS;

  /** Whether the cluster has users. */
  public boolean hasUsers() {
    return this == USERS;
  }
}
