/** The attached agents: which slices of a site each carries, what each reports, and when it is lost. */
@NullMarked
package dev.terra.controller.core.agent;

import org.jspecify.annotations.NullMarked;
