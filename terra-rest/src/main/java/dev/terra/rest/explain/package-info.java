/** Why a shuffle has its place, its paths and its rates, over HTTP. */
@NullMarked
package dev.terra.rest.explain;

import org.jspecify.annotations.NullMarked;
