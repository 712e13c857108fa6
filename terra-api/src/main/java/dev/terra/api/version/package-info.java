/** Which versions of a protocol programs speak with each other. */
@NullMarked
package dev.terra.api.version;

import org.jspecify.annotations.NullMarked;
