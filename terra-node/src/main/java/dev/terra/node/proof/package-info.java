/** What a handler proves with the secrets of its jobs, and what it has others prove. */
@NullMarked
package dev.terra.node.proof;

import org.jspecify.annotations.NullMarked;
