/**
 * The replacements of the program's calls for values from outside MPI: methods with the signatures
 * of the JDK's, which get recorded values from {@link
 * org.ftmpj.interceptors.bridge.value.ValueHooks}. The program's class loader sees them. This
 * package uses no other of the bridge.
 */
package org.ftmpj.interceptors.bridge.value;
