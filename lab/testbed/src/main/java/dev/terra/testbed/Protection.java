package dev.terra.testbed;

/** The protection of a testbed's cluster. */
public enum Protection {
  /** No protection. */
  NONE,
  /** Protection against eavesdroppers: shuffles use HTTPS, with keys made for this testbed. */
  ENCRYPTED_SHUFFLE,
  /** Protection between users as well: Kerberos, containers as their users, and TLS between Terra's processes. */
  USERS;

  /** Returns whether the cluster has users. */
  public boolean hasUsers() {
    return this == USERS;
  }
}
