package dev.terra.lab.demo;

import java.util.Locale;

/** The engines that there are. */
enum EngineName {
  MR("byte for byte") {
    @Override
    Engine create(double size, double scaleFactor) {
      return new MrEngine(size);
    }
  },
  TEZ("line by line, sorted") {
    @Override
    Engine create(double size, double scaleFactor) {
      return new TezEngine(size);
    }
  },
  HIVE("row by row, sorted") {
    @Override
    Engine create(double size, double scaleFactor) {
      return new HiveEngine(size, scaleFactor);
    }
  };

  private final String comparison;

  EngineName(String comparison) {
    this.comparison = comparison;
  }

  /**
   * Creates the engine.
   *
   * @param size factor on what the jobs read
   * @param scaleFactor of the tables of TPC-H, for those that have any, at size 1
   */
  abstract Engine create(double size, double scaleFactor);

  /** As on the command line and in JSON. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How outputs are compared, for people. */
  String comparison() {
    return comparison;
  }
}
