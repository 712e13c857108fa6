package dev.terra.cli.demo;

import java.util.Locale;

/** The engines that there are. */
enum EngineName {
  MR("byte for byte") {
    @Override
    Engine create(double scaleFactor) {
      return new MrEngine();
    }
  },
  TEZ("line by line, sorted") {
    @Override
    Engine create(double scaleFactor) {
      return new TezEngine();
    }
  },
  HIVE("row by row, sorted") {
    @Override
    Engine create(double scaleFactor) {
      return new HiveEngine(scaleFactor);
    }
  };

  private final String comparison;

  EngineName(String comparison) {
    this.comparison = comparison;
  }

  /**
   * Creates the engine.
   *
   * @param scaleFactor of the tables of TPC-H, for those that have any
   */
  abstract Engine create(double scaleFactor);

  /** As on the command line and in JSON. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How outputs are compared, for people. */
  String comparison() {
    return comparison;
  }
}
