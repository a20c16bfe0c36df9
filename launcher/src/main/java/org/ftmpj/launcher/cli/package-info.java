/** The common parts of the commands of {@code ftmpj}. */
package org.ftmpj.launcher.cli;
