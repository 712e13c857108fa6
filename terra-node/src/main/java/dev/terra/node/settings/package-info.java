/** An operator's settings of Terra in {@code yarn-site.xml}, which shuffle services and {@code terra check} read. */
@NullMarked
package dev.terra.node.settings;

import org.jspecify.annotations.NullMarked;
