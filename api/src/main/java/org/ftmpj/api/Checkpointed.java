package org.ftmpj.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field that is in the checkpoints of an object that was given to {@link
 * CheckpointScope#register}; on a class: all of its fields except transient and static ones. What
 * such a field refers to has to be serializable. The field must not be final: its value is set when
 * the rank goes on.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Checkpointed {}
