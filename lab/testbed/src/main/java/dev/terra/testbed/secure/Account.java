package dev.terra.testbed.secure;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An account that a testbed's hosts have in addition to the machine's own, in a file that only they see.
 *
 * @param name of the user and of the user's group
 * @param id of both
 */
public record Account(String name, int id) {
  /** The account that runs the NodeManagers. */
  public static final Account YARN = new Account("yarn", 61_001);
  /** A user who submits jobs. */
  public static final Account ALICE = new Account("alice", 61_002);
  /** Another user who submits jobs. */
  public static final Account ANALYST = new Account("analyst", 61_003);
  /** All accounts. */
  public static final List<Account> ALL = List.of(YARN, ALICE, ANALYST);
  /** The users who submit jobs. */
  public static final List<Account> USERS = List.of(ALICE, ANALYST);

  /** Returns the machine's table of users with these accounts in it. */
  static String passwd(String machines) {
    return without(machines) + lines(account -> account.name + ":x:" + account.id + ":" + account.id + "::/nonexistent:/bin/sh\n");
  }

  /** Returns the machine's table of groups with these accounts in it. */
  static String group(String machines) {
    return without(machines) + lines(account -> account.name + ":x:" + account.id + ":\n");
  }

  private static String without(String machines) {
    return machines.lines().filter(line -> ALL.stream().noneMatch(account -> line.startsWith(account.name + ":")))
        .map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String lines(Function<Account, String> line) {
    return ALL.stream().map(line).collect(Collectors.joining());
  }
}
