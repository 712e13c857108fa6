package dev.terra.shuffle.fetch;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/** The header fields between handlers, and the fields of every shuffle response. */
public final class TerraHeaders {
  /** Marks a relay's direct fetch, which the origin serves itself; the value is the name of the relaying node, for people. */
  public static final String VIA = "X-Terra-Via";
  /** The number of bytes of the response's body that the relay has delivered already. */
  public static final String SKIP = "X-Terra-Skip";
  /** How many of these bytes the origin left out; absent if none. */
  public static final String SKIPPED = "X-Terra-Skipped";

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  private TerraHeaders() {}

  /** Returns the number of bytes to skip; 0 where the field is absent or not a number. */
  static long skip(HttpHeaders headers) {
    return number(headers, SKIP).orElse(0);
  }

  /** Returns a field that is a number of bytes; empty where the field is absent or not a number. */
  public static OptionalLong number(HttpHeaders headers, String name) {
    String text = headers.get(name, "");
    return DIGITS.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  /** Sets the two fields that contain the version of the protocol for reducers. */
  public static void setVersion(HttpResponse response) {
    response.headers().set(ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME)
        .set(ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION);
  }
}
