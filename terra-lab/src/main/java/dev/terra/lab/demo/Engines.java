package dev.terra.lab.demo;

/** Makes engines by name. */
final class Engines {
  private Engines() {}

  /**
   * Makes an engine.
   *
   * @param size factor on what the jobs read
   * @param scaleFactor of the tables of TPC-H, for those that have any, at size 1
   */
  static Engine create(EngineName name, double size, double scaleFactor) {
    return switch (name) {
      case MR -> new MrEngine(size);
      case TEZ -> new TezEngine(size);
      case HIVE -> new HiveEngine(size, scaleFactor);
    };
  }
}
