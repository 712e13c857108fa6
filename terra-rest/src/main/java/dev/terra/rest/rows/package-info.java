/** The records of which answers are made, one for each JSON object. Times are in UTC, sizes in bytes, rates in bytes per second. */
@NullMarked
package dev.terra.rest.rows;

import org.jspecify.annotations.NullMarked;
