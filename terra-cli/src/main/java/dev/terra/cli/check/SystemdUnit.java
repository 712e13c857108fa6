package dev.terra.cli.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A unit of systemd with its drop-ins, as its files define it: an empty value removes the earlier values of a key. */
record SystemdUnit(Map<String, List<String>> settings) {
  /** The folders in which systemd looks, in the order of precedence. */
  static final List<Path> FOLDERS =
      Stream.of("/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system").map(Path::of).toList();
  private static final Set<String> YES = Set.of("yes", "true", "on", "1");
  /** Each of these implies NoNewPrivileges for a service that does not run as root: systemd.exec(5). */
  private static final List<String> IMPLY = List.of("NoNewPrivileges", "DynamicUser", "LockPersonality", "MemoryDenyWriteExecute",
      "PrivateDevices", "ProtectClock", "ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables",
      "RestrictRealtime", "RestrictSUIDSGID", "RestrictNamespaces", "RestrictAddressFamilies", "SystemCallArchitectures",
      "SystemCallFilter", "SystemCallLog");
  private static final Set<String> NO = Set.of("no", "false", "off", "0", "");
  private static final String CAPABILITIES = "CapabilityBoundingSet";

  /** Returns the unit of a name; empty if there is none, or if it cannot be read. */
  static Optional<SystemdUnit> find(List<Path> folders, String name) {
    Optional<Path> main = folders.stream().map(folder -> folder.resolve(name)).filter(Files::isReadable).findFirst();
    if (main.isEmpty()) {
      return Optional.empty();
    }
    SystemdUnit unit = new SystemdUnit(new HashMap<>());
    unit.read(main.get());
    folders.stream().flatMap(folder -> files(folder.resolve(name + ".d"))).filter(file -> file.toString().endsWith(".conf"))
        .sorted((a, b) -> a.getFileName().compareTo(b.getFileName())).forEach(unit::read);
    return Optional.of(unit);
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private void read(Path file) {
    try {
      Files.readAllLines(file).stream().map(String::strip).filter(line -> line.matches("[A-Za-z]+\\s*=.*")).forEach(this::read);
    } catch (IOException e) {
      settings.clear();
    }
  }

  private void read(String line) {
    int equals = line.indexOf('=');
    String value = line.substring(equals + 1).strip();
    List<String> values = settings.computeIfAbsent(line.substring(0, equals).strip(), key -> new ArrayList<>());
    if (value.isEmpty()) {
      values.clear();
    } else {
      values.add(value);
    }
  }

  private String last(String key) {
    List<String> values = settings.getOrDefault(key, List.of());
    return values.isEmpty() ? "" : values.get(values.size() - 1);
  }

  private boolean is(String key) {
    return YES.contains(last(key));
  }

  /** Returns whether the unit starts a program with a file as an argument. */
  boolean runsWith(Path file) {
    return settings.getOrDefault("ExecStart", List.of()).stream()
        .anyMatch(command -> List.of(command.split("\\s+")).contains(file.toAbsolutePath().normalize().toString()));
  }

  /** Returns the setting that keeps its programs from getting more privileges; empty if there is none. */
  Optional<String> noMorePrivileges() {
    if (settings.containsKey(CAPABILITIES) && settings.get(CAPABILITIES).isEmpty()) {
      return Optional.of(CAPABILITIES + "=");
    }
    return IMPLY.stream().filter(key -> !NO.contains(last(key))).map(key -> key + "=" + last(key)).findFirst();
  }

  /** Returns the setting that keeps it from writing below a folder; empty if there is none. */
  Optional<String> noWritesTo(Path folder) {
    Path place = folder.normalize();
    if (isBelow(place, words("ReadWritePaths")) || isBelow(place, words("StateDirectory").map(name -> "/var/lib/" + name))) {
      return Optional.empty();
    }
    if (is("PrivateTmp") && isBelow(place, Stream.of("/tmp", "/var/tmp"))) {
      return Optional.of("PrivateTmp=yes");
    }
    if (!NO.contains(last("ProtectHome")) && isBelow(place, Stream.of("/home", "/root", "/run/user"))) {
      return Optional.of("ProtectHome=" + last("ProtectHome"));
    }
    return last("ProtectSystem").equals("strict") ? Optional.of("ProtectSystem=strict") : Optional.empty();
  }

  private Stream<String> words(String key) {
    return settings.getOrDefault(key, List.of()).stream().flatMap(value -> Stream.of(value.split("\\s+")));
  }

  /**
   * Returns whether a place is below one of some folders. Prefixes of folders, which define what happens where a folder is missing, are
   * ignored.
   */
  private static boolean isBelow(Path place, Stream<String> folders) {
    return folders.map(folder -> folder.replaceFirst("^[-+]+", "")).anyMatch(place::startsWith);
  }
}
