/**
 * The replacements of the JDK's threads, locks, executors and streams for woven code of the
 * program, and the hooks by which it reaches the rank ({@code Hooks}, {@code ThreadHooks}). The
 * application's class loader sees this package, so it names classes of the JDK and of MPJ Express
 * only.
 */
package org.ftmpj.interceptors.bridge;
