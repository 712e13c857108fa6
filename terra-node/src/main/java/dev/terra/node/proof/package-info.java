/** What a handler proves with the secrets of its jobs, and what it has others prove. */
package dev.terra.node.proof;
