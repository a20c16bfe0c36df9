/**
 * The replacements of the JDK's threads, locks, executors and streams for woven code of the
 * program, of hash codes and random numbers, which threads draw in order, and the hooks by which
 * the code reaches the rank ({@code Hooks}, {@code ThreadHooks}). The application's class loader
 * sees this package, so it names classes of the JDK and of MPJ Express only. It uses package {@code
 * value}; package {@code child} uses both.
 */
package org.ftmpj.interceptors.bridge;
