/** The controller's state as rows, which are made on the thread that requests them. */
@NullMarked
package dev.terra.rest.read;

import org.jspecify.annotations.NullMarked;
