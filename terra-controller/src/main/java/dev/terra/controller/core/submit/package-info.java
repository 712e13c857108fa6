/** Shuffles that job masters submit: their state, from the submission to the end. */
@NullMarked
package dev.terra.controller.core.submit;

import org.jspecify.annotations.NullMarked;
