/**
 * The content of a program's class, and the treatment of its calls: the terms of {@code weave} and
 * {@code threads}.
 */
package org.ftmpj.interceptors.program;
