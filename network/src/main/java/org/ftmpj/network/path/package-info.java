/**
 * A way from one host to another, which carries frames as well as it can: the session handles those
 * that are lost, duplicated or changed on it. Begin with {@link org.ftmpj.network.path.Paths}, the
 * port; TCP is its first implementation.
 */
package org.ftmpj.network.path;
