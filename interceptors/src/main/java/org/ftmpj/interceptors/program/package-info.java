/**
 * What a class of the program says, and what becomes of the calls in it: the words in which {@code
 * weave} and {@code threads} speak of them.
 */
package org.ftmpj.interceptors.program;
