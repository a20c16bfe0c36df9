/**
 * What the program sees of itself: reflection, stack traces and texts are as without FTMPJ. Classes
 * of the JDK are changed for it, and call functions of this package.
 */
package org.ftmpj.interceptors.view;
