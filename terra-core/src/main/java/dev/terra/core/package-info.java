/**
 * The pure model that every part of Terra shares. It runs on every NodeManager, so it stays small: JDK and Guava only, no I/O, no
 * threads, and time is always an argument.
 */
@NullMarked
package dev.terra.core;

import org.jspecify.annotations.NullMarked;
