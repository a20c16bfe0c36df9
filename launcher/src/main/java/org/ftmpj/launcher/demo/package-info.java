/** {@code ftmpj demo}: a program with a picture, whose ranks are killed while one looks. */
package org.ftmpj.launcher.demo;
