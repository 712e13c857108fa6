/**
 * The scheduling round: from what is left to rates, and from rates to the epochs that agents receive.
 */
package dev.terra.controller.core.round;
