package dev.terra.lab.users;

import java.util.List;

/** The output of {@code --json}. */
record UsersReport(List<UsersRow> rows, boolean holds) {
  static UsersReport of(List<UsersRow> rows) {
    return new UsersReport(List.copyOf(rows), rows.stream().allMatch(UsersRow::holds));
  }
}
