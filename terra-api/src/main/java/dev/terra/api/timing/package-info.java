/** For how long the parts of Terra wait for each other. */
@NullMarked
package dev.terra.api.timing;

import org.jspecify.annotations.NullMarked;
