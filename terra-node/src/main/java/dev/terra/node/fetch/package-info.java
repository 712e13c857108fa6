/** The client of an agent's {@code /v1/fetch}. All engines share it, and each frames the bytes itself. */
@NullMarked
package dev.terra.node.fetch;

import org.jspecify.annotations.NullMarked;
