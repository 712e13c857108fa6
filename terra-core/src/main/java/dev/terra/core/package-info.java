/**
 * The pure model that every part of Terra shares. It runs on every NodeManager, so it stays small: it uses only the JDK and Guava, does no
 * I/O and starts no threads. Time is always an argument.
 */
@NullMarked
package dev.terra.core;

import org.jspecify.annotations.NullMarked;
