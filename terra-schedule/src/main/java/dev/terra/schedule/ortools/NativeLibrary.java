package dev.terra.schedule.ortools;

import com.google.ortools.Loader;

/** What is particular about OR-Tools' native library. */
final class NativeLibrary {
  private NativeLibrary() {}

  /** Loads it once. */
  static synchronized void load() {
    Loader.loadNativeLibraries();
  }
}
