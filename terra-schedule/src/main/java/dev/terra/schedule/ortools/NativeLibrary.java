package dev.terra.schedule.ortools;

import com.google.ortools.Loader;

/** Loads OR-Tools' native library. */
final class NativeLibrary {
  private NativeLibrary() {}

  /** Loads the library, once. */
  static synchronized void load() {
    Loader.loadNativeLibraries();
  }
}
