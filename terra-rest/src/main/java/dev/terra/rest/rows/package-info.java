/** What answers are made of: one record for each JSON object. Times are UTC, sizes bytes, rates bytes per second. */
@NullMarked
package dev.terra.rest.rows;

import org.jspecify.annotations.NullMarked;
