package dev.terra.cli.demo;

import java.util.Locale;

/** The engines that there are. */
enum EngineName {
  MR("byte for byte") {
    @Override
    Engine create() {
      return new MrEngine();
    }
  },
  TEZ("line by line, sorted") {
    @Override
    Engine create() {
      return new TezEngine();
    }
  },
  HIVE("row by row, sorted") {
    @Override
    Engine create() {
      return new HiveEngine();
    }
  };

  private final String comparison;

  EngineName(String comparison) {
    this.comparison = comparison;
  }

  abstract Engine create();

  /** As on the command line and in JSON. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How outputs are compared, for people. */
  String comparison() {
    return comparison;
  }
}
