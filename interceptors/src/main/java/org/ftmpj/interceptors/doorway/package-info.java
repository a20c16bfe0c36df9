/**
 * The doorways in MPJ Express: the code that is woven into its methods ({@link
 * org.ftmpj.interceptors.doorway.MpjAdvice}), which leads to package {@code bridge}. Byte Buddy
 * weaves it once for each MPJ Express when the archive of classes is created ({@link
 * org.ftmpj.interceptors.doorway.WeavingAhead}), else at the start of a rank ({@link
 * org.ftmpj.interceptors.doorway.WovenClasses}). For the reason see
 * docs/decisions/0024-byte-buddy-weaves-ahead.md.
 */
package org.ftmpj.interceptors.doorway;
