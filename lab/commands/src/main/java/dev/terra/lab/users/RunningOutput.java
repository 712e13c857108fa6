package dev.terra.lab.users;

import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A map output of a user's running job on a testbed, seen from outside, with the right to read everything.
 *
 * @param host where it lies
 * @param application of its job
 * @param file with its bytes, below the application's folder
 */
record RunningOutput(Host host, String application, Path file) {
  private static final int SAMPLES = 8;
  private static final int SAMPLE_BYTES = 48;
  private static final String TOKENS = "container_tokens";

  /** Finds a complete output of a user's application; empty if there is none. */
  static Optional<RunningOutput> find(Testbed testbed, String user, String application) throws IOException {
    for (Host host : testbed.addresses().hosts(Role.WORKER)) {
      Path folder = applicationFolder(testbed, host, user, application);
      Optional<Path> index = first(folder.resolve("output"), "file.out.index");
      if (index.isPresent()) {
        return Optional.of(new RunningOutput(host, application, index.get().resolveSibling("file.out")));
      }
    }
    return Optional.empty();
  }

  private static Path applicationFolder(Testbed testbed, Host host, String user, String application) {
    return testbed.directory().file("yarn", host.name(), "local", "usercache", user, "appcache", application);
  }

  private static Optional<Path> first(Path folder, String name) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.endsWith(name)).findFirst();
    }
  }

  /** Returns the secret by which reducers of a user's application read, if the application has a container on some host. */
  static Optional<byte[]> secret(Testbed testbed, String user, String application) throws IOException {
    for (Host host : testbed.addresses().hosts(Role.WORKER)) {
      Optional<Path> tokens = first(applicationFolder(testbed, host, user, application), TOKENS);
      if (tokens.isPresent()) {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(tokens.get()))) {
          return Optional.of(ContainerTokens.shuffleSecret(in));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the path and query with which a reducer requests its part of the output. */
  String path(int reduce) {
    return "/mapOutput?job=" + application.replaceFirst("^application_", "job_") + "&reduce=" + reduce + "&map="
        + file.getParent().getFileName();
  }

  /** Returns the signature of a request at the handlers' port, as Hadoop's reducers make it. */
  static String signature(byte[] secret, String pathAndQuery) throws IOException {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(secret, "HmacSHA1"));
      byte[] text = (HostileReads.SHUFFLE_PORT + pathAndQuery).getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(mac.doFinal(text));
    } catch (GeneralSecurityException e) {
      throw new IOException("no HMAC here: " + e.getMessage(), e);
    }
  }

  /** Returns bytes from several places of the output. */
  List<String> samples() throws IOException {
    List<String> samples = new ArrayList<>();
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      for (int i = 0; i < SAMPLES; i++) {
        byte[] sample = new byte[SAMPLE_BYTES];
        bytes.seek((bytes.length() - SAMPLE_BYTES) * i / SAMPLES);
        bytes.readFully(sample);
        samples.add(HexFormat.of().formatHex(sample));
      }
    }
    return samples;
  }
}
