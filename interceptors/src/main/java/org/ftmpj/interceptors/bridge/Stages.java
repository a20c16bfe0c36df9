package org.ftmpj.interceptors.bridge;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Actions on the completion of futures: each task is a thread of its own unless the calling thread
 * runs it at once. Methods have the names and signatures of those that they replace, with the
 * receiver as first argument.
 */
public final class Stages {
  private Stages() {}

  public static <T, R> CompletableFuture<R> thenApply(
      CompletionStage<T> stage, Function<? super T, ? extends R> task) {
    return Continuations.then(stage, false, (on, as) -> on.thenApply(as.function(task)));
  }

  public static <T, R> CompletableFuture<R> thenApplyAsync(
      CompletionStage<T> stage, Function<? super T, ? extends R> task) {
    return Continuations.then(
        stage, true, (on, as) -> on.thenApplyAsync(as.function(task), as.on(on.defaultExecutor())));
  }

  public static <T, R> CompletableFuture<R> thenApplyAsync(
      CompletionStage<T> stage, Function<? super T, ? extends R> task, Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.thenApplyAsync(as.function(task), as.on(executor)));
  }

  public static <T> CompletableFuture<Void> thenAccept(
      CompletionStage<T> stage, Consumer<? super T> task) {
    return Continuations.then(stage, false, (on, as) -> on.thenAccept(as.consumer(task)));
  }

  public static <T> CompletableFuture<Void> thenAcceptAsync(
      CompletionStage<T> stage, Consumer<? super T> task) {
    return Continuations.then(
        stage,
        true,
        (on, as) -> on.thenAcceptAsync(as.consumer(task), as.on(on.defaultExecutor())));
  }

  public static <T> CompletableFuture<Void> thenAcceptAsync(
      CompletionStage<T> stage, Consumer<? super T> task, Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.thenAcceptAsync(as.consumer(task), as.on(executor)));
  }

  public static <T> CompletableFuture<Void> thenRun(CompletionStage<T> stage, Runnable task) {
    return Continuations.then(stage, false, (on, as) -> on.thenRun(as.runnable(task)));
  }

  public static <T> CompletableFuture<Void> thenRunAsync(CompletionStage<T> stage, Runnable task) {
    return Continuations.then(
        stage, true, (on, as) -> on.thenRunAsync(as.runnable(task), as.on(on.defaultExecutor())));
  }

  public static <T> CompletableFuture<Void> thenRunAsync(
      CompletionStage<T> stage, Runnable task, Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.thenRunAsync(as.runnable(task), as.on(executor)));
  }

  public static <T, R> CompletableFuture<R> thenCompose(
      CompletionStage<T> stage, Function<? super T, ? extends CompletionStage<R>> task) {
    return Continuations.then(stage, false, (on, as) -> on.thenCompose(as.function(task)));
  }

  public static <T, R> CompletableFuture<R> thenComposeAsync(
      CompletionStage<T> stage, Function<? super T, ? extends CompletionStage<R>> task) {
    return Continuations.then(
        stage,
        true,
        (on, as) -> on.thenComposeAsync(as.function(task), as.on(on.defaultExecutor())));
  }

  public static <T, R> CompletableFuture<R> thenComposeAsync(
      CompletionStage<T> stage,
      Function<? super T, ? extends CompletionStage<R>> task,
      Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.thenComposeAsync(as.function(task), as.on(executor)));
  }

  public static <T> CompletableFuture<T> whenComplete(
      CompletionStage<T> stage, BiConsumer<? super T, ? super Throwable> task) {
    return Continuations.then(stage, false, (on, as) -> on.whenComplete(as.biConsumer(task)));
  }

  public static <T> CompletableFuture<T> whenCompleteAsync(
      CompletionStage<T> stage, BiConsumer<? super T, ? super Throwable> task) {
    return Continuations.then(
        stage,
        true,
        (on, as) -> on.whenCompleteAsync(as.biConsumer(task), as.on(on.defaultExecutor())));
  }

  public static <T> CompletableFuture<T> whenCompleteAsync(
      CompletionStage<T> stage, BiConsumer<? super T, ? super Throwable> task, Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.whenCompleteAsync(as.biConsumer(task), as.on(executor)));
  }

  public static <T, R> CompletableFuture<R> handle(
      CompletionStage<T> stage, BiFunction<? super T, Throwable, ? extends R> task) {
    return Continuations.then(stage, false, (on, as) -> on.handle(as.biFunction(task)));
  }

  public static <T, R> CompletableFuture<R> handleAsync(
      CompletionStage<T> stage, BiFunction<? super T, Throwable, ? extends R> task) {
    return Continuations.then(
        stage, true, (on, as) -> on.handleAsync(as.biFunction(task), as.on(on.defaultExecutor())));
  }

  public static <T, R> CompletableFuture<R> handleAsync(
      CompletionStage<T> stage,
      BiFunction<? super T, Throwable, ? extends R> task,
      Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.handleAsync(as.biFunction(task), as.on(executor)));
  }

  public static <T> CompletableFuture<T> exceptionally(
      CompletionStage<T> stage, Function<Throwable, ? extends T> task) {
    return Continuations.then(stage, false, (on, as) -> on.exceptionally(as.function(task)));
  }

  public static <T> CompletableFuture<T> exceptionallyAsync(
      CompletionStage<T> stage, Function<Throwable, ? extends T> task) {
    return Continuations.then(
        stage,
        true,
        (on, as) -> on.exceptionallyAsync(as.function(task), as.on(on.defaultExecutor())));
  }

  public static <T> CompletableFuture<T> exceptionallyAsync(
      CompletionStage<T> stage, Function<Throwable, ? extends T> task, Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.exceptionallyAsync(as.function(task), as.on(executor)));
  }

  public static <T> CompletableFuture<T> exceptionallyCompose(
      CompletionStage<T> stage, Function<Throwable, ? extends CompletionStage<T>> task) {
    return Continuations.then(stage, false, (on, as) -> on.exceptionallyCompose(as.function(task)));
  }

  public static <T> CompletableFuture<T> exceptionallyComposeAsync(
      CompletionStage<T> stage, Function<Throwable, ? extends CompletionStage<T>> task) {
    return Continuations.then(
        stage,
        true,
        (on, as) -> on.exceptionallyComposeAsync(as.function(task), as.on(on.defaultExecutor())));
  }

  public static <T> CompletableFuture<T> exceptionallyComposeAsync(
      CompletionStage<T> stage,
      Function<Throwable, ? extends CompletionStage<T>> task,
      Executor executor) {
    return Continuations.then(
        stage, true, (on, as) -> on.exceptionallyComposeAsync(as.function(task), as.on(executor)));
  }

  public static <T, U, R> CompletableFuture<R> thenCombine(
      CompletionStage<T> stage,
      CompletionStage<? extends U> other,
      BiFunction<? super T, ? super U, ? extends R> task) {
    return Continuations.thenBoth(
        stage, other, false, (on, also, as) -> on.thenCombine(also, as.biFunction(task)));
  }

  public static <T, U, R> CompletableFuture<R> thenCombineAsync(
      CompletionStage<T> stage,
      CompletionStage<? extends U> other,
      BiFunction<? super T, ? super U, ? extends R> task) {
    return Continuations.thenBoth(
        stage,
        other,
        true,
        (on, also, as) ->
            on.thenCombineAsync(also, as.biFunction(task), as.on(on.defaultExecutor())));
  }

  public static <T, U, R> CompletableFuture<R> thenCombineAsync(
      CompletionStage<T> stage,
      CompletionStage<? extends U> other,
      BiFunction<? super T, ? super U, ? extends R> task,
      Executor executor) {
    return Continuations.thenBoth(
        stage,
        other,
        true,
        (on, also, as) -> on.thenCombineAsync(also, as.biFunction(task), as.on(executor)));
  }

  public static <T, U> CompletableFuture<Void> thenAcceptBoth(
      CompletionStage<T> stage,
      CompletionStage<? extends U> other,
      BiConsumer<? super T, ? super U> task) {
    return Continuations.thenBoth(
        stage, other, false, (on, also, as) -> on.thenAcceptBoth(also, as.biConsumer(task)));
  }

  public static <T, U> CompletableFuture<Void> thenAcceptBothAsync(
      CompletionStage<T> stage,
      CompletionStage<? extends U> other,
      BiConsumer<? super T, ? super U> task) {
    return Continuations.thenBoth(
        stage,
        other,
        true,
        (on, also, as) ->
            on.thenAcceptBothAsync(also, as.biConsumer(task), as.on(on.defaultExecutor())));
  }

  public static <T, U> CompletableFuture<Void> thenAcceptBothAsync(
      CompletionStage<T> stage,
      CompletionStage<? extends U> other,
      BiConsumer<? super T, ? super U> task,
      Executor executor) {
    return Continuations.thenBoth(
        stage,
        other,
        true,
        (on, also, as) -> on.thenAcceptBothAsync(also, as.biConsumer(task), as.on(executor)));
  }

  public static <T> CompletableFuture<Void> runAfterBoth(
      CompletionStage<T> stage, CompletionStage<?> other, Runnable task) {
    return Continuations.thenBoth(
        stage, other, false, (on, also, as) -> on.runAfterBoth(also, as.runnable(task)));
  }

  public static <T> CompletableFuture<Void> runAfterBothAsync(
      CompletionStage<T> stage, CompletionStage<?> other, Runnable task) {
    return Continuations.thenBoth(
        stage,
        other,
        true,
        (on, also, as) ->
            on.runAfterBothAsync(also, as.runnable(task), as.on(on.defaultExecutor())));
  }

  public static <T> CompletableFuture<Void> runAfterBothAsync(
      CompletionStage<T> stage, CompletionStage<?> other, Runnable task, Executor executor) {
    return Continuations.thenBoth(
        stage,
        other,
        true,
        (on, also, as) -> on.runAfterBothAsync(also, as.runnable(task), as.on(executor)));
  }

  public static <T, R> CompletableFuture<R> applyToEither(
      CompletionStage<T> stage, CompletionStage<? extends T> other, Function<? super T, R> task) {
    return thenApply(Continuations.<T>either(stage, other), task);
  }

  public static <T, R> CompletableFuture<R> applyToEitherAsync(
      CompletionStage<T> stage, CompletionStage<? extends T> other, Function<? super T, R> task) {
    return thenApplyAsync(Continuations.<T>either(stage, other), task);
  }

  public static <T, R> CompletableFuture<R> applyToEitherAsync(
      CompletionStage<T> stage,
      CompletionStage<? extends T> other,
      Function<? super T, R> task,
      Executor executor) {
    return thenApplyAsync(Continuations.<T>either(stage, other), task, executor);
  }

  public static <T> CompletableFuture<Void> acceptEither(
      CompletionStage<T> stage, CompletionStage<? extends T> other, Consumer<? super T> task) {
    return thenAccept(Continuations.<T>either(stage, other), task);
  }

  public static <T> CompletableFuture<Void> acceptEitherAsync(
      CompletionStage<T> stage, CompletionStage<? extends T> other, Consumer<? super T> task) {
    return thenAcceptAsync(Continuations.<T>either(stage, other), task);
  }

  public static <T> CompletableFuture<Void> acceptEitherAsync(
      CompletionStage<T> stage,
      CompletionStage<? extends T> other,
      Consumer<? super T> task,
      Executor executor) {
    return thenAcceptAsync(Continuations.<T>either(stage, other), task, executor);
  }

  public static <T> CompletableFuture<Void> runAfterEither(
      CompletionStage<T> stage, CompletionStage<?> other, Runnable task) {
    return thenRun(Continuations.either(stage, other), task);
  }

  public static <T> CompletableFuture<Void> runAfterEitherAsync(
      CompletionStage<T> stage, CompletionStage<?> other, Runnable task) {
    return thenRunAsync(Continuations.either(stage, other), task);
  }

  public static <T> CompletableFuture<Void> runAfterEitherAsync(
      CompletionStage<T> stage, CompletionStage<?> other, Runnable task, Executor executor) {
    return thenRunAsync(Continuations.either(stage, other), task, executor);
  }
}
