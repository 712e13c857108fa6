/** Shows the progress of commands that take some time. */
@NullMarked
package dev.terra.cli.progress;

import org.jspecify.annotations.NullMarked;

