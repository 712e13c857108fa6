package dev.terra.schedule.place;

import java.util.Locale;

/** Earlier systems that place reducers across a WAN. */
public enum RivalName {
  /** Iridium, SIGCOMM 2015: only the slowest uplink or downlink counts. */
  IRIDIUM,
  /** Tetrium, EuroSys 2018: the time of the sites' computing counts as well. */
  TETRIUM;

  @Override
  public String toString() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }
}
