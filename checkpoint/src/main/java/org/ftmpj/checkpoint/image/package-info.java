/**
 * The image of a heap: all that a program's statics and its stack lead to, written to a file and
 * made again in another process. Begin with {@link org.ftmpj.checkpoint.image.ImageWriter} and
 * {@link org.ftmpj.checkpoint.image.ImageReader}.
 */
package org.ftmpj.checkpoint.image;
