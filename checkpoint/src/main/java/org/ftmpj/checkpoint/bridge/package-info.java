/**
 * What rewritten code of the program calls to be captured and resumed. The program's class loader
 * sees these classes, so they use the JDK only; what decides is in {@code frame}, behind an
 * interface.
 */
package org.ftmpj.checkpoint.bridge;
