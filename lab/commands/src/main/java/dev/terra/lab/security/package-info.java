/** {@code ./terra verify security}: what a hostile process gets at each of Terra's ports. */
package dev.terra.lab.security;

