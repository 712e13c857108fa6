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
 * @param tls by which library; none: plain
 */
record WireVariant(int hops, Optional<Library> tls) {
  /** Of TLS; Java options are what makes agents use it. */
  enum Library {
    /** The one that agents use where they can. */
    BORINGSSL,
    /** Java's own. */
    JAVA;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a name as the output has it. */
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

  /** Each number of relays with each library, or plain where there is none. */
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
