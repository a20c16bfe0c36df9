/** Where FTMPJ and MPJ Express are installed. */
package org.ftmpj.launcher.install;
