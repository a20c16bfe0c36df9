/**
 * The classes that rewritten code of the program calls to be captured and resumed. The program's
 * class loader sees these classes, so they use only the JDK; the decisions are in {@code frame},
 * behind an interface.
 */
package org.ftmpj.checkpoint.bridge;
