/**
 * What operators may do: commands, the actions in force, and the terms they set.
 */
@NullMarked
package dev.terra.controller.core.operate;

import org.jspecify.annotations.NullMarked;
