/**
 * What a job is called and where its files are: {@code JobIdentity}, {@code JobLayout}, and files
 * that only their owner may read ({@code OnlyUser}).
 */
package org.ftmpj.common.job;
