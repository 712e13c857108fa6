/**
 * Shuffles that job masters submit: their state, from the submission to the end.
 */
package dev.terra.controller.core.submit;
