/** {@code terra check}: compares configuration with reality, before anything is changed. */
@NullMarked
package dev.terra.cli.check;

import org.jspecify.annotations.NullMarked;
