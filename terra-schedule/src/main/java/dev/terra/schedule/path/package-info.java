/** Which paths bundles may take: diverse, bounded sets, computed when first asked for. */
@NullMarked
package dev.terra.schedule.path;

import org.jspecify.annotations.NullMarked;
