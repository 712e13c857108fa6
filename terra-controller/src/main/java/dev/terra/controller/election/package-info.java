/** Who of several controllers leads. */
@NullMarked
package dev.terra.controller.election;

import org.jspecify.annotations.NullMarked;
