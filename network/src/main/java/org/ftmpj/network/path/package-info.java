/**
 * A way from one host to another, which carries frames as well as it can: what is lost, doubled or
 * changed on it is the session's concern. Begin with {@link org.ftmpj.network.path.Paths}, the
 * port; TCP is its first implementation.
 */
package org.ftmpj.network.path;
