/** Work of one site goes to the member that is free: who keeps it, and who gives it to whom. */
@NullMarked
package dev.terra.core.balance;

import org.jspecify.annotations.NullMarked;
