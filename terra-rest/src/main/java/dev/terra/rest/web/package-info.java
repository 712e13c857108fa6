/** Answers requests: finds the endpoint, checks the caller and the parameters, and encodes the answer. */
@NullMarked
package dev.terra.rest.web;

import org.jspecify.annotations.NullMarked;
