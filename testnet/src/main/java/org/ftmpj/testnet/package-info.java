/** Networks of several hosts on one machine, for tests and benchmarks. */
package org.ftmpj.testnet;
