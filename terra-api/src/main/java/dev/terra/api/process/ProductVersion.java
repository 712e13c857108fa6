package dev.terra.api.process;

/** Which version of Terra a process is. */
public final class ProductVersion {
  /** As the modules of this source tree have it; a test compares them. */
  public static final String NUMBER = "0.2.0";

  private ProductVersion() {}
}
