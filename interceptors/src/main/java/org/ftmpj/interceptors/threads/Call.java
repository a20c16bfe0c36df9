package org.ftmpj.interceptors.threads;

/** A method as call sites name it. */
record Call(String owner, String name, String descriptor) {}
