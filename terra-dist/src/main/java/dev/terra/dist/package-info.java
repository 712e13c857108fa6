/** Lays out what operators install: the product's jars, scripts, templates of configuration, licences and bill of materials. */
@NullMarked
package dev.terra.dist;

import org.jspecify.annotations.NullMarked;
