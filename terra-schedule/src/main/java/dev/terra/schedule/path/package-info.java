/** Which paths bundles may take: diverse, bounded sets, which are computed when they are first requested. */
@NullMarked
package dev.terra.schedule.path;

import org.jspecify.annotations.NullMarked;
