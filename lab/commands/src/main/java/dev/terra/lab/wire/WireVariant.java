package dev.terra.lab.wire;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A way in which Terra moves the bytes.
 *
 * @param hops relays between the two ends
 * @param tls the library; none: plain
 */
record WireVariant(int hops, Optional<Library> tls) {
  /** The libraries of TLS. Java options select the one that agents use. */
  enum Library {
    /** The library that agents use where it is available. */
    BORINGSSL,
    /** Java's own library. */
    JAVA;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a library's name in the form of the output. */
    static final class Converter implements ITypeConverter<Library> {
      @Override
      public Library convert(String text) {
        return Stream.of(values()).filter(library -> library.label().equals(text)).findFirst()
            .orElseThrow(() -> new TypeConversionException("expected boringssl or java, got '" + text + "'"));
      }
    }
  }

  String label() {
    return "terra" + (hops == 0 ? "" : ", " + hops + (hops == 1 ? " relay" : " relays"))
        + tls.map(library -> ", TLS by " + library.label()).orElse("");
  }

  List<String> javaOptions() {
    return tls.equals(Optional.of(Library.JAVA)) ? List.of("-Dio.netty.handler.ssl.noOpenSsl=true") : List.of();
  }

  /** Returns the variants of each number of relays with each library, or plain if there are no libraries. */
  static List<WireVariant> all(List<Integer> hops, List<Library> libraries) {
    ImmutableList.Builder<WireVariant> all = ImmutableList.builder();
    for (int relays : hops) {
      if (libraries.isEmpty()) {
        all.add(new WireVariant(relays, Optional.empty()));
      }
      libraries.forEach(library -> all.add(new WireVariant(relays, Optional.of(library))));
    }
    return all.build();
  }
}
