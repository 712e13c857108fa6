/** Which paths bundles may take: diverse, bounded sets, computed when first asked for. */
package dev.terra.schedule.path;
