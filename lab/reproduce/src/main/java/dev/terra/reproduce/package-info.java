/** Terra's own mechanisms in the settings of the papers that they come from. */
@NullMarked
package dev.terra.reproduce;

import org.jspecify.annotations.NullMarked;
