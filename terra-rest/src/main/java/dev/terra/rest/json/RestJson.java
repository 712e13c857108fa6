package dev.terra.rest.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.terra.rest.api.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * Writes and reads the JSON of this interface. Times are in ISO-8601 with milliseconds, a number that is not finite becomes null, and
 * unknown members are errors.
 */
public final class RestJson {
  private static final DateTimeFormatter MILLIS = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
  private static final ObjectMapper MAPPER = JsonMapper.builder()
      .addModule(new SimpleModule()
          .addSerializer(Instant.class, new TimeWriter())
          .addSerializer(Double.class, new NumberWriter())
          .addSerializer(double.class, new NumberWriter())
          .addDeserializer(Instant.class, new TimeReader()))
      .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
      .build();

  private RestJson() {}

  private static final class TimeWriter extends StdSerializer<Instant> {
    private static final long serialVersionUID = 1;

    TimeWriter() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator json, SerializerProvider provider) throws IOException {
      json.writeString(MILLIS.format(value));
    }
  }

  private static final class NumberWriter extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    NumberWriter() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
      if (Double.isFinite(value)) {
        json.writeNumber(value);
      } else {
        json.writeNull();
      }
    }
  }

  private static final class TimeReader extends StdDeserializer<Instant> {
    private static final long serialVersionUID = 1;

    TimeReader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      try {
        return Instant.parse(json.getText());
      } catch (DateTimeException e) {
        return (Instant) context.handleWeirdStringValue(Instant.class, json.getText(), "expected a time such as 2026-01-31T12:00:00Z");
      }
    }
  }

  /** Returns an object as JSON. */
  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the mapper for JSON that has no record. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /**
   * Returns a request's body as a record.
   *
   * @throws Problem if the body does not fit the record
   */
  public static <T> T read(byte[] body, Class<T> type) {
    try {
      T read = MAPPER.readValue(body, type);
      if (read == null) {
        throw Problem.of(400, "expected a JSON object, got null");
      }
      return read;
    } catch (JsonMappingException e) {
      String member = e.getPath().stream().map(part -> part.getFieldName() == null ? "[" + part.getIndex() + "]" : part.getFieldName())
          .collect(Collectors.joining("."));
      throw Problem.badParameter(member.isEmpty() ? "body" : member, e.getOriginalMessage());
    } catch (IOException e) {
      throw Problem.of(400, "expected JSON: " + (e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage()));
    }
  }

  /** Returns compressed bytes. */
  public static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
