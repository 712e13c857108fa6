package dev.terra.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.function.Predicate;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars. Names alone decide which entries are left out, and all other entries stay as they are, including their times: two copies are
 * equal.
 */
final class JarCopy {
  private JarCopy() {}

  /** Copies the wanted entries; copies the file itself if all are wanted. */
  static void copy(Path from, Path to, Predicate<String> wanted) throws IOException {
    try (ZipFile jar = new ZipFile(from.toFile())) {
      if (jar.stream().map(ZipEntry::getName).allMatch(wanted)) {
        Files.copy(from, to);
        return;
      }
      write(jar, to, wanted);
    }
  }

  /** Copies all entries without their access rights, which in jars of this build follow the umask. */
  static void copyWithoutRights(Path from, Path to) throws IOException {
    try (ZipFile jar = new ZipFile(from.toFile())) {
      write(jar, to, entry -> true);
    }
  }

  private static void write(ZipFile jar, Path to, Predicate<String> wanted) throws IOException {
    try (OutputStream file = Files.newOutputStream(to); ZipOutputStream out = new ZipOutputStream(file)) {
      out.setLevel(Deflater.BEST_COMPRESSION);
      copy(jar, out, wanted);
    }
  }

  private static void copy(ZipFile jar, ZipOutputStream out, Predicate<String> wanted) throws IOException {
    Enumeration<? extends ZipEntry> entries = jar.entries();
    while (entries.hasMoreElements()) {
      ZipEntry entry = entries.nextElement();
      if (wanted.test(entry.getName())) {
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        out.putNextEntry(copy);
        try (InputStream in = jar.getInputStream(entry)) {
          in.transferTo(out);
        }
        out.closeEntry();
      }
    }
  }
}
