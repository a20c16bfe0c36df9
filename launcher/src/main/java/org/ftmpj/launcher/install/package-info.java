/** The places where FTMPJ and MPJ Express are installed. */
package org.ftmpj.launcher.install;
