/** What the controller knows as rows, made on the thread that asks. */
@NullMarked
package dev.terra.rest.read;

import org.jspecify.annotations.NullMarked;
