package dev.terra.dist;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A kind of Linux machine for which there is an archive, with the names of its native code. */
enum Architecture {
  /** The architecture of most servers. */
  X86_64("x86-64", "x86_64", "x86_64", "amd64"),
  /** The architecture of ARM servers. */
  AARCH64("aarch64", "aarch64", "aarch_64", "aarch64");

  /**
   * Libraries without use at run time: annotations, and dependencies of OR-Tools, whose loader uses JNA itself to find out which machine
   * this is.
   */
  private static final List<String> NOT_READ_AT_RUN_TIME = List.of("com.google.code.findbugs:jsr305", "com.google.android:annotations",
      "com.google.errorprone:error_prone_annotations", "org.codehaus.mojo:animal-sniffer-annotations", "net.java.dev.jna:jna-platform");

  private final String name;
  private final String sqlite;
  private final String netty;
  private final String zstd;

  Architecture(String name, String sqlite, String netty, String zstd) {
    this.name = name;
    this.sqlite = sqlite;
    this.netty = netty;
    this.zstd = zstd;
  }

  static Architecture named(String name) {
    return Stream.of(values()).filter(architecture -> architecture.name.equals(name)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("expected x86-64 or aarch64, got '" + name + "'"));
  }

  /** Returns whether a library is of any use on this machine: not if it has another machine's native code, or if nothing reads it. */
  boolean needs(BundledLibrary library) {
    boolean foreign = Stream.of(values()).anyMatch(other -> other != this && (library.artifact().equals("ortools-linux-" + other.name)
        || library.classifier().equals(Optional.of("linux-" + other.netty))));
    return !foreign && !NOT_READ_AT_RUN_TIME.contains(library.group() + ":" + library.artifact());
  }

  /** Returns whether an entry of a library's jar is of any use on this machine. */
  boolean needs(BundledLibrary library, String entry) {
    return switch (library.artifact()) {
      case "sqlite-jdbc" -> !entry.startsWith("org/sqlite/native/") || entry.startsWith("org/sqlite/native/Linux/" + sqlite + "/");
      case "grpc-netty-shaded" -> !entry.startsWith("META-INF/native/") || entry.endsWith("_linux_" + netty + ".so")
          || entry.endsWith("_epoll_" + netty + ".so");
      case "jna" -> !entry.matches("com/sun/jna/[a-z0-9]+-[a-z0-9-]+/.+") || entry.startsWith("com/sun/jna/linux-" + name + "/");
      case "zstd-jni" -> !entry.matches("(aix|darwin|freebsd|linux|win)/.+") || entry.startsWith("linux/" + zstd + "/");
      // gRPC uses google.rpc.Status only.
      case "proto-google-common-protos" -> entry.startsWith("META-INF/") || entry.startsWith("com/google/rpc/");
      default -> true;
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
