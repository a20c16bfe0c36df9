/** The command {@code ftmpj}: {@code FtmpjCommand} and its subcommands, one class each. */
package org.ftmpj.launcher;
