package dev.terra.rest.api;

import com.google.common.collect.ImmutableMap;

/** The answer of an endpoint. */
public sealed interface Reply {
  /** An object that is encoded as JSON. */
  record Json(Object value) implements Reply {}

  /**
   * Bytes that are sent as they are.
   *
   * @param headers the headers besides type and length
   */
  record Raw(String mediaType, Content content, ImmutableMap<String, String> headers) implements Reply {}

  /**
   * Encoded JSON, which is shared by many answers.
   *
   * @param gzipped the same content, compressed
   * @param tag a tag that changes whenever the bytes change
   */
  record Encoded(Content content, Content gzipped, String tag) implements Reply {}
}
