/** Kayak (You et al., NSDI 2021): ship compute or data for each request, on a model of a key-value store and its clients. */
@NullMarked
package dev.terra.reproduce.kayak;

import org.jspecify.annotations.NullMarked;
