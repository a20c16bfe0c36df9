/** Strangers at every port of a job. Begin with {@link org.ftmpj.it.net.fuzz.Fuzzer}. */
package org.ftmpj.it.net.fuzz;
