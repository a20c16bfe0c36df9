/**
 * What woven code of the program calls instead of the JDK's threads, locks, executors and streams,
 * and the hooks by which it reaches the rank ({@code Hooks}, {@code ThreadHooks}). The
 * application's class loader sees this package, so it names classes of the JDK and of MPJ Express
 * only.
 */
package org.ftmpj.interceptors.bridge;
