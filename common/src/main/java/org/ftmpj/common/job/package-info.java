/**
 * The names of jobs and the places of their files: {@code JobIdentity}, {@code JobLayout}, and
 * files that only their owner may read ({@code OnlyUser}). {@code JobIdentity}, {@code JobLayout},
 * and files that only their owner may read ({@code OnlyUser}).
 */
package org.ftmpj.common.job;
