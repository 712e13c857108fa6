package dev.terra.rest.api;

import com.google.common.collect.ImmutableMap;

/** What an endpoint answers. */
public sealed interface Reply {
  /** An object that becomes JSON. */
  record Json(Object value) implements Reply {}

  /**
   * Bytes as they are.
   *
   * @param headers besides type and length
   */
  record Raw(String mediaType, Content content, ImmutableMap<String, String> headers) implements Reply {}

  /**
   * JSON that was encoded before, for many.
   *
   * @param gzipped the same, compressed
   * @param tag another one whenever the bytes are others
   */
  record Encoded(Content content, Content gzipped, String tag) implements Reply {}
}
