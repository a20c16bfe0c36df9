/** Programs on MPJ Express's own niodev, without FTMPJ: {@code ftmpj run --stock}. */
package org.ftmpj.launcher.stock;
