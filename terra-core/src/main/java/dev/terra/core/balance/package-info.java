/** Work of one site goes to the member that is free: which one keeps it, and to which one it is given. */
@NullMarked
package dev.terra.core.balance;

import org.jspecify.annotations.NullMarked;
