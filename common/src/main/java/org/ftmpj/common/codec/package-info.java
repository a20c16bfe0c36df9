/**
 * Records that processes of a job send each other, or store, when no message waits for it. Begin
 * with {@link org.ftmpj.common.codec.ControlCodec}. A rank does not load it, and its jar has no
 * Jackson.
 */
package org.ftmpj.common.codec;
