package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.SpoolConfig;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Checks whether an agent has the memory, the disk and the folders that its configuration names, and its router's command. */
final class FoldersCheck {
  /** The largest share of the heap that the spool may take, since an agent needs heap for other purposes too. */
  private static final double MOST_OF_HEAP = 0.75;

  private final Path file;
  private final List<Finding> findings = new ArrayList<>();

  private FoldersCheck(Path file) {
    this.file = file;
  }

  static List<Finding> of(Path file, AgentConfig config) {
    FoldersCheck check = new FoldersCheck(file);
    check.memory(config.spool().memoryBytes(), config.cache().memoryBytes());
    check.disk(config.spool(), config.cache().diskBytes());
    config.submitFolders().forEach(check::submitFolder);
    if (!config.routerCommand().isEmpty()) {
      check.program(config.routerCommand().get(0));
    }
    return check.findings;
  }

  private void error(String key, String problem, String cure) {
    findings.add(Finding.error(file, key, problem, cure));
  }

  private void memory(long spool, long cache) {
    long heap = Runtime.getRuntime().maxMemory();
    if (spool + cache > MOST_OF_HEAP * heap) {
      error(cache > 0 ? "cache.memoryBytes" : "spool.memoryBytes",
          spool + " bytes" + (cache > 0 ? " of the spool and " + cache + " of the cache" : "") + " do not fit a heap of " + heap,
          "TERRA_HEAP=" + (spool + cache) / (512 << 10) + "m in conf/terra-env.sh, or a smaller value");
    }
  }

  private void disk(SpoolConfig spool, long cache) {
    if (spool.diskBytes() > 0 || cache > 0) {
      disk(Path.of(spool.directory().orElseThrow()), spool.diskBytes() + cache, cache > 0 ? "cache.diskBytes" : "spool.diskBytes");
    }
  }

  /** Returns the folder, or the nearest existing folder above it; the root always exists. */
  private static Path existing(Path folder) {
    Path parent = folder.getParent();
    return parent == null || Files.exists(folder) ? folder : existing(parent);
  }

  private void disk(Path folder, long bytes, String key) {
    Path there = existing(folder.toAbsolutePath());
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      error("spool.directory", there + (Files.isDirectory(there) ? " may not be written by this user" : " is no folder"),
          "mkdir -p " + folder + " && chown terra: " + folder + ", or another folder");
      return;
    }
    // not by Files.getFileStore: it looks for the mount point, which a chroot need not have
    long free = there.toFile().getUsableSpace();
    if (free < bytes) {
      error(key, "the disk of " + folder + " has " + free + " bytes left, and " + bytes + " are wanted",
          "make room, set spool.directory to another disk, or spool.diskBytes and cache.diskBytes together to at most " + free * 9 / 10);
    }
  }

  private void submitFolder(Path folder) {
    if (!Files.isDirectory(folder)) {
      error("submitFolders", "there is no folder " + folder, "mkdir -p " + folder + ", or take it out");
    } else if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
      error("submitFolders", folder + " may not be read by this user", "chmod or chown " + folder + " for the user that Terra runs as");
    } else {
      write(folder);
    }
  }

  /** Tries to write a file. Access rights do not reveal a file system that is mounted read-only, or one that is full. */
  private void write(Path folder) {
    try {
      Files.delete(Files.createTempFile(folder, ".terra-check", null));
    } catch (IOException e) {
      error("submitFolders", "no file can be written in " + folder + ": " + reason(e), "chown " + folder
          + " to the user that Terra runs as, or mount it for writing; under systemd: ReadWritePaths=" + folder);
    }
  }

  private static String reason(IOException problem) {
    return problem instanceof AccessDeniedException ? "permission denied"
        : problem instanceof FileSystemException file && file.getReason() != null ? file.getReason() : String.valueOf(problem.getMessage());
  }

  private void program(String name) {
    boolean found = name.contains("/") ? Files.isExecutable(Path.of(name))
        : Stream.of(System.getenv().getOrDefault("PATH", "").split(":")).anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    if (!found) {
      error("router.command", "there is no program " + name, "install it (share/router/terra-router), or correct the path");
    }
  }
}
