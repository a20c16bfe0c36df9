/** What the commands of {@code ftmpj} have in common. */
package org.ftmpj.launcher.cli;
