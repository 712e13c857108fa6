/** Terra's handler in each reducer connection. */
@NullMarked
package dev.terra.shuffle.pipeline;

import org.jspecify.annotations.NullMarked;
