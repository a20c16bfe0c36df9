/**
 * Makes the content of the agent's jar, when FTMPJ is built; not in the jar itself. The work of
 * libraries that need not be repeated at every start of a rank is done here once.
 *
 * <p>One {@code -javaagent:ftagent.jar}, no other flag. At the jar's root are the entry and the
 * bridge, which the program's class loader sees; everything else is under {@code inst/} and comes
 * through a class loader of our own, so that a program may carry its own SLF4J, Chronicle, ASM or
 * Byte Buddy in any version. Byte Buddy, which is used only where MPJ Express was not woven ahead,
 * is a jar of its own there. Packages that Chronicle Queue needs from the JDK are opened at run
 * time, and {@code sun.misc.Unsafe} is initialized with leave to access memory, which Java 24 and
 * newer warn of or refuse ({@code UnsafeAccess}).
 */
package org.ftmpj.agent.jar;
