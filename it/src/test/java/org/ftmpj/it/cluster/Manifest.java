package org.ftmpj.it.cluster;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A manifest of Kubernetes: a service, and jobs with one container each.
 *
 * @param documents as YAML has them
 */
public record Manifest(List<Map<?, ?>> documents) {

  /** Reads one. */
  public static Manifest read(Path file) throws IOException {
    List<Map<?, ?>> documents = new ArrayList<>();
    try (Reader text = Files.newBufferedReader(file)) {
      Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
      yaml.loadAll(text).forEach(document -> documents.add((Map<?, ?>) document));
    }
    return new Manifest(documents);
  }

  /**
   * What is at that place.
   *
   * @param name of the object, as its metadata say
   * @param keys names, and numbers of elements of a list
   */
  public Object at(String kind, String name, Object... keys) {
    Object found =
        documents.stream()
            .filter(each -> each.get("kind").equals(kind))
            .filter(each -> ((Map<?, ?>) each.get("metadata")).get("name").equals(name))
            .findFirst()
            .orElseThrow();
    for (Object key : keys) {
      found =
          key instanceof Integer index
              ? ((List<?>) found).get(index)
              : ((Map<?, ?>) found).get(key);
    }
    return found;
  }

  /** Something about the pods of a job. */
  public Object ofPods(String job, Object... keys) {
    List<Object> all = new ArrayList<>(List.of("spec", "template", "spec"));
    all.addAll(List.of(keys));
    return at("Job", job, all.toArray());
  }

  /**
   * The command line of the container of a job's pods.
   *
   * @param entry of the image
   * @param variables those that Kubernetes puts in the place of their names
   */
  public List<String> command(String job, String entry, Map<String, String> variables) {
    Map<?, ?> container = (Map<?, ?>) ofPods(job, "containers", 0);
    List<String> words = new ArrayList<>();
    words.addAll(words(container, "command", List.of(entry)));
    words.addAll(words(container, "args", List.of()));
    words.replaceAll(
        word -> {
          String replaced = word;
          for (Map.Entry<String, String> variable : variables.entrySet()) {
            replaced = replaced.replace("$(" + variable.getKey() + ")", variable.getValue());
          }
          return replaced;
        });
    return words;
  }

  private static List<String> words(Map<?, ?> container, String key, List<String> usual) {
    Object words = container.get(key);
    return words == null ? usual : ((List<?>) words).stream().map(String.class::cast).toList();
  }
}
