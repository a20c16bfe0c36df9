/**
 * The jobs of a user on this host, found by their directories: {@code JobRegistry}, and the output
 * of {@code jobs}, {@code status} and {@code clean}.
 */
package org.ftmpj.launcher.registry;
