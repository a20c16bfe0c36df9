package org.ftmpj.checkpoint.image.program;

/** A service, and what provides it. */
public class Greeting {}
