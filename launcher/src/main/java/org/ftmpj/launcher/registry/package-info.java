/**
 * The jobs of a user on this host, found by their directories: {@code JobRegistry}, and what {@code
 * jobs}, {@code status} and {@code clean} say of them.
 */
package org.ftmpj.launcher.registry;
