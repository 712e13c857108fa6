/** Policies that divide the work of one site among its agents, such that work goes to agents that are free. */
@NullMarked
package dev.terra.core.balance;

import org.jspecify.annotations.NullMarked;
