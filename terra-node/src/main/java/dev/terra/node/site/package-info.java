/** Which address belongs to which site. */
@NullMarked
package dev.terra.node.site;

import org.jspecify.annotations.NullMarked;
