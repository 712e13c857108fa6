/** Answers requests: finds the endpoint, checks who asks and what, encodes. */
@NullMarked
package dev.terra.rest.web;

import org.jspecify.annotations.NullMarked;
