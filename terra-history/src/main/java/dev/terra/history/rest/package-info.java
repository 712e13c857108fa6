/** The endpoints of the history, below {@code /api/v1/history}. */
@NullMarked
package dev.terra.history.rest;

import org.jspecify.annotations.NullMarked;
