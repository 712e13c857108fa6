/** Conversion of records to JSON and back. */
@NullMarked
package dev.terra.rest.json;

import org.jspecify.annotations.NullMarked;
