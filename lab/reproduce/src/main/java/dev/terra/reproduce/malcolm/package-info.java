/** Malcolm (Abbasi Abyaneh, University of Waterloo, 2022): servers of a rack that give tasks to each other, beside other balancers. */
@NullMarked
package dev.terra.reproduce.malcolm;

import org.jspecify.annotations.NullMarked;
