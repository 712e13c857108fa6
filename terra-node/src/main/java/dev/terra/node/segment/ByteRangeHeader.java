package dev.terra.node.segment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of bytes in the form of a request's {@code Range} field: {@code bytes=first-last}, both included, or {@code bytes=first-}. */
record ByteRangeHeader(long first, long last) {
  private static final Pattern FORM = Pattern.compile("bytes=([0-9]{1,18})-([0-9]{0,18})");

  /** Returns the part of a body of so many bytes that a field names; empty if there is no such part or the field is malformed. */
  static Optional<ByteRangeHeader> within(String field, long length) {
    Matcher matcher = FORM.matcher(field);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long first = Long.parseLong(matcher.group(1));
    long last = matcher.group(2).isEmpty() ? length - 1 : Math.min(Long.parseLong(matcher.group(2)), length - 1);
    return first > last ? Optional.empty() : Optional.of(new ByteRangeHeader(first, last));
  }

  long length() {
    return last - first + 1;
  }
}
