/**
 * What the program's calls for values from outside MPI are redirected to: methods with the
 * signatures of the JDK's, which ask {@link org.ftmpj.interceptors.bridge.value.ValueHooks} for
 * what is recorded. The program's class loader sees them.
 */
package org.ftmpj.interceptors.bridge.value;
