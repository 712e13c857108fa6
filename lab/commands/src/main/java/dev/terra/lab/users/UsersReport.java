package dev.terra.lab.users;

import java.util.List;

/** What {@code --json} prints. */
record UsersReport(List<UsersRow> rows, boolean holds) {
  static UsersReport of(List<UsersRow> rows) {
    return new UsersReport(List.copyOf(rows), rows.stream().allMatch(UsersRow::holds));
  }
}
