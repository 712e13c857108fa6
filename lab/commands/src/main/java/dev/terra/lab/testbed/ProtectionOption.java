package dev.terra.lab.testbed;

import dev.terra.testbed.Protection;
import picocli.CommandLine.Option;

/** The options that select the protection of a testbed's cluster. */
public final class ProtectionOption {
  @Option(names = "--encrypted-shuffle", description = "The shuffle uses HTTPS, with keys made for this testbed.")
  private boolean encryptedShuffle;

  @Option(names = "--secure", description = {
      "The cluster has users: Kerberos, containers under their users' own accounts, HTTPS shuffle, TLS between Terra's processes.",
      "Needs root and Debian's krb5-kdc and krb5-admin-server."})
  private boolean secure;

  /** Returns the chosen value. */
  public Protection value() {
    if (secure) {
      return Protection.USERS;
    }
    return encryptedShuffle ? Protection.ENCRYPTED_SHUFFLE : Protection.NONE;
  }
}
