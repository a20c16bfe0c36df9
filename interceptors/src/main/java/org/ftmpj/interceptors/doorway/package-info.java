/**
 * The doorways in MPJ Express: what is woven into its methods ({@link
 * org.ftmpj.interceptors.doorway.MpjAdvice}), all of which leads to package {@code bridge}, and
 * where it is woven: by Byte Buddy, once for each MPJ Express when the archive of classes is made
 * ({@link org.ftmpj.interceptors.doorway.WeavingAhead}), else at the start of a rank ({@link
 * org.ftmpj.interceptors.doorway.WovenClasses}). Why is in
 * docs/decisions/0024-byte-buddy-weaves-ahead.md.
 */
package org.ftmpj.interceptors.doorway;
