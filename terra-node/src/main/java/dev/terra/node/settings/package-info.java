/** What an operator says about Terra in {@code yarn-site.xml}, as shuffle services and {@code terra check} both read it. */
@NullMarked
package dev.terra.node.settings;

import org.jspecify.annotations.NullMarked;
