/** Commands about topology files. */
@NullMarked
package dev.terra.cli.topology;

import org.jspecify.annotations.NullMarked;
