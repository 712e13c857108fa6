/** What placement costs the ResourceManager. */
@NullMarked
package dev.terra.lab.placement;

import org.jspecify.annotations.NullMarked;
