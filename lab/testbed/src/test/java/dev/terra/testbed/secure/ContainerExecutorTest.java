package dev.terra.testbed.secure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.os.Programs;
import dev.terra.testbed.os.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the container-executor with YARN's command lines, run by the NodeManagers' account. */
@Tag("root")
class ContainerExecutorTest {
  private static final String APP = "application_1_0001";
  private static final String CONTAINER = "container_1_0001_01_000001";

  @TempDir
  private Path root;

  private Path executor;
  private Path local;
  private Path log;

  @BeforeEach
  void make() throws IOException {
    FileOwners.folder(root, "rwx--x--x");
    executor = root.resolve("container-executor");
    Programs.compile("container-executor.c", executor);
    Shell.run(List.of("chown", "0:" + Account.YARN.id(), executor.toString()));
    Shell.run(List.of("chmod", "4750", executor.toString()));
    local = managersFolder("local");
    log = managersFolder("log");
    managersFolder("local/usercache");
    Files.writeString(root.resolve("passwd"), Account.passwd(Files.readString(Path.of("/etc/passwd"))));
    Files.writeString(root.resolve("group"), Account.group(Files.readString(Path.of("/etc/group"))));
  }

  private Path managersFolder(String name) {
    Path folder = FileOwners.folder(root.resolve(name), "rwxr-xr-x");
    FileOwners.give(folder, Account.YARN);
    return folder;
  }

  private Path managersFile(String name, String text) throws IOException {
    Path file = Files.writeString(local.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    FileOwners.give(file, Account.YARN);
    return file;
  }

  private Shell.Result run(Account caller, String... words) {
    String id = Integer.toString(caller.id());
    List<String> line = new ArrayList<>(List.of("unshare", "-m", "sh", "-c",
        "mount --bind \"$0/passwd\" /etc/passwd && mount --bind \"$0/group\" /etc/group && exec setpriv --reuid=" + id + " --regid=" + id
            // by env, since setpriv itself still has root's capabilities when it starts something
            + " --clear-groups env \"$0/container-executor\" \"$@\"", root.toString()));
    line.addAll(List.of(words));
    return Shell.attempt(line);
  }

  private String launch(String script) throws IOException {
    Path work = local.resolve("usercache/alice/appcache/" + APP + "/" + CONTAINER);
    Shell.Result result = run(Account.YARN, "alice", "alice", "1", APP, CONTAINER, work.toString(),
        managersFile("script", "#!/bin/sh\n" + script).toString(), managersFile("tokens", "secret").toString(), "--http",
        local.resolve("pid").toString(), local.toString(), log.toString(), "cgroups=none");
    return result.exitCode() + result.output();
  }

  private static String owner(Path path) throws IOException {
    return Files.getAttribute(path, "unix:uid") + ":" + Files.getAttribute(path, "unix:gid") + " "
        + Integer.toOctalString((int) Files.getAttribute(path, "unix:mode") & 07777);
  }

  @Test
  void aContainerIsItsUserAndWhatItLeavesTheManagersGroupMayRead() throws IOException {
    Path app = local.resolve("usercache/alice/appcache/" + APP);
    assertThat(launch("id -u > ids; mkdir ../output && cp container_tokens ../output/file && exit 3")).isEqualTo("3");
    assertThat(Files.readString(app.resolve(CONTAINER).resolve("ids"))).isEqualTo(Account.ALICE.id() + "\n");
    assertThat(owner(app)).isEqualTo("61002:61001 2750");
    assertThat(owner(app.resolve("output"))).isEqualTo("61002:61001 2750");
    assertThat(owner(app.resolve("output/file"))).startsWith("61002:61001");
    assertThat(owner(log.resolve(APP))).isEqualTo("61002:61001 2750");
    assertThat(owner(app.resolve(CONTAINER).resolve("container_tokens"))).isEqualTo("61002:61001 600");
    assertThat(Files.readString(local.resolve("pid.exitcode"))).isEqualTo("3");
  }

  @Test
  void localizingRunsAsTheUserInTheApplicationsFolder() throws IOException {
    Path tokens = managersFile("x.tokens", "secret");
    Shell.Result result = run(Account.YARN, "alice", "alice", "0", APP, CONTAINER, tokens.toString(), local.toString(), log.toString(),
        "sh", "-c", "id -u; pwd; cat x.tokens");
    assertThat(result.output()).isEqualTo(Account.ALICE.id() + "\n" + local + "/usercache/alice/appcache/" + APP + "\nsecret");
  }

  @Test
  void whatIsDeletedIsGoneAlthoughTheFolderIsTheManagers() throws IOException {
    launch("true");
    Path alices = local.resolve("usercache/alice");
    assertThat(run(Account.YARN, "alice", "alice", "5", alices.resolve("appcache").toString()).output()).isEqualTo(APP + "\n");
    assertThat(run(Account.YARN, "alice", "alice", "3", "", alices.toString()).exitCode()).isZero();
    assertThat(alices).doesNotExist();
  }

  @Test
  void nobodyIsSignalledButTheUsersOwnProcesses() {
    assertThat(run(Account.YARN, "alice", "alice", "2", "1", "0").exitCode()).isEqualTo(9);
    assertThat(run(Account.YARN, "alice", "alice", "2", Long.toString(Integer.MAX_VALUE), "0").exitCode()).isEqualTo(9);
  }

  @Test
  void otherUsersMayNotRunItAndNoSystemAccountRunsContainers() {
    assertThat(run(Account.YARN, "--checksetup").exitCode()).isZero();
    assertThat(run(Account.ALICE, "--checksetup").exitCode()).isNotZero();
    assertThat(run(Account.YARN, "root", "root", "5", "/root").exitCode()).isEqualTo(2);
    assertThat(run(Account.YARN, "yarn", "yarn", "5", "/").exitCode()).isEqualTo(2);
    assertThat(run(Account.YARN, "alice", "analyst", "5", "/").exitCode()).isEqualTo(2);
  }
}
