/** {@code ./terra verify security}: checks what a hostile process can do at each of Terra's ports. */
package dev.terra.lab.security;

