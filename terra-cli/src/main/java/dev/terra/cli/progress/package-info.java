/** How commands that take their time tell people how far they are. */
@NullMarked
package dev.terra.cli.progress;

import org.jspecify.annotations.NullMarked;

