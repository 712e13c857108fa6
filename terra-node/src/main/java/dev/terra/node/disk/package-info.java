/** Files in folders that users' containers write. */
@NullMarked
package dev.terra.node.disk;

import org.jspecify.annotations.NullMarked;
