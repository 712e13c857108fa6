/** The cost of bytes on paths: money, energy and carbon dioxide. The classes are pure. */
@NullMarked
package dev.terra.core.cost;

import org.jspecify.annotations.NullMarked;
