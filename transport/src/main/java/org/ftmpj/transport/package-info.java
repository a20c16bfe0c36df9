/** Which packages of the JDK the logs need, and how they are opened. */
package org.ftmpj.transport;
