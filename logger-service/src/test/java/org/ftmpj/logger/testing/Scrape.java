package org.ftmpj.logger.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** What Prometheus would read. */
public record Scrape(List<String> lines) {

  public static Scrape of(String url) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    var answer =
        client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new AssertionError(answer.statusCode() + ": " + answer.body());
    }
    return new Scrape(answer.body().lines().toList());
  }

  /**
   * @param series name and labels, as they are served
   */
  public double value(String series) {
    return lines.stream()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + series + " in\n" + String.join("\n", lines)));
  }
}
