package dev.terra.schedule.ortools;

import com.google.ortools.Loader;

/** Loads OR-Tools' native library once. */
final class NativeLibrary {
  private NativeLibrary() {}

  static synchronized void load() {
    Loader.loadNativeLibraries();
  }
}
