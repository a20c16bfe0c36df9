/**
 * {@code ftmpj archive}: the archive of classes from which ranks start, and the classes of MPJ
 * Express that are woven ahead.
 */
package org.ftmpj.launcher.archive;
