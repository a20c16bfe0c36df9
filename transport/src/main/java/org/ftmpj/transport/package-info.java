/** The packages of the JDK that the logs use, and the way they are opened. */
package org.ftmpj.transport;
