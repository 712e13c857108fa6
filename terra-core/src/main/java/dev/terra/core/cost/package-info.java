/** What bytes on paths cost: money, energy and carbon dioxide. Pure. */
@NullMarked
package dev.terra.core.cost;

import org.jspecify.annotations.NullMarked;
