/** Lays out what operators install: the product's jars, scripts, templates of configuration, licences and bill of materials. */
package dev.terra.dist;
