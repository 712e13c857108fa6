package dev.terra.lab.users;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The ports at which programs listen on a host, by the kernel's tables of its TCP sockets. */
record ListeningPorts(List<Integer> forAll, List<Integer> forTheHost) {
  private static final int LISTENS = 0x0A;
  private static final int ADDRESS_COLUMN = 1;
  private static final int STATE_COLUMN = 3;
  /** The beginning of 127.0.0.0/8 as the kernel writes it, least significant byte first. */
  private static final String LOOPBACK = "7F";

  /** Reads {@code /proc/net/tcp} and {@code tcp6}, one after the other. */
  static ListeningPorts parse(String tables) {
    TreeSet<Integer> all = new TreeSet<>();
    TreeSet<Integer> own = new TreeSet<>();
    for (String line : tables.lines().toList()) {
      String[] columns = line.strip().split("\\s+");
      if (columns.length > STATE_COLUMN && columns[ADDRESS_COLUMN].contains(":") && columns[STATE_COLUMN].length() == 2
          && Integer.parseInt(columns[STATE_COLUMN], 16) == LISTENS) {
        String[] address = columns[ADDRESS_COLUMN].split(":");
        (address[0].length() == 8 && address[0].endsWith(LOOPBACK) ? own : all).add(Integer.parseInt(address[1], 16));
      }
    }
    return new ListeningPorts(new ArrayList<>(all), new ArrayList<>(own));
  }
}
