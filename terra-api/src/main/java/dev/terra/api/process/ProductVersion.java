package dev.terra.api.process;

/** The version of Terra that a process runs. */
public final class ProductVersion {
  /** The version of the modules of this source tree; a test compares them. */
  public static final String NUMBER = "0.2.0";

  private ProductVersion() {}
}
