/** The record of who changed what, and who tried to. */
@NullMarked
package dev.terra.rest.audit;

import org.jspecify.annotations.NullMarked;
