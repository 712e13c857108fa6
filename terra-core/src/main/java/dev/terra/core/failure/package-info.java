/** Why something failed, in words for people. */
package dev.terra.core.failure;
