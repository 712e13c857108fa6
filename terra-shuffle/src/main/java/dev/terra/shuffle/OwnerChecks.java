package dev.terra.shuffle;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * Checks what Hadoop needs to verify the owner of a map output before it opens the output. Without Kerberos, Hadoop checks nothing. With
 * Kerberos, it needs its native library, and without the library it opens no map output, neither for Terra nor for the stock handler.
 */
final class OwnerChecks {
  private OwnerChecks() {}

  /** Returns why no map output can be opened; empty where outputs can be opened. */
  static Optional<String> obstacle(Configuration settings) {
    return obstacle(settings, NativeIO.isAvailable());
  }

  static Optional<String> obstacle(Configuration settings, boolean hasNativeLibrary) {
    AuthenticationMethod authentication = SecurityUtil.getAuthenticationMethod(settings);
    return authentication == AuthenticationMethod.SIMPLE || hasNativeLibrary ? Optional.empty()
        : Optional.of("hadoop.security.authentication is " + authentication + ", and Hadoop's native library (libhadoop.so), without which"
            + " it opens no map output, is not in this NodeManager's java.library.path: set LD_LIBRARY_PATH");
  }
}
