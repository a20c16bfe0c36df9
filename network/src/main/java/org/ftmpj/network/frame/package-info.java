/**
 * Frames, in which a session's contents and acknowledgements travel. Begin with {@link
 * org.ftmpj.network.frame.Frame}.
 */
package org.ftmpj.network.frame;
