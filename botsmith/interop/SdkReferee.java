import com.codingame.gameengine.runner.MultiplayerGameRunner;

import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Plays one match of a contest made with the site's SDK: -p1 COMMAND -p2 COMMAND ... -d seed=N, or
 * -seed N; -l FILE writes the runner's log. Prints a score a line, then the seed. Status 1 if the
 * referee fails. What differs between versions of the SDK is looked up.
 */
public class SdkReferee {
    public static void main(String[] words) throws Exception {
        Map<Integer, String> players = new TreeMap<>();
        String seed = null;
        String log = null;
        for (int at = 0; at + 1 < words.length; at += 2) {
            String value = words[at + 1];
            if (words[at].matches("-p\\d+")) {
                players.put(Integer.valueOf(words[at].substring(2)), value);
            } else if (words[at].equals("-d")) {
                seed = value.replaceFirst("^seed=", "");
            } else if (words[at].equals("-seed") || words[at].equals("-s")) {
                seed = value;
            } else if (words[at].equals("-l")) {
                log = value;
            } else {
                throw new IllegalArgumentException("expected -p1 ... -d seed=N -l FILE, got " + words[at]);
            }
        }
        PrintStream out = System.out;
        System.setOut(System.err); // what the game says is no score
        MultiplayerGameRunner runner = new MultiplayerGameRunner();
        for (String player : players.values()) {
            addAgent(runner, player);
        }
        if (seed != null) {
            setSeed(runner, Long.parseLong(seed));
        }
        Object result = MultiplayerGameRunner.class.getMethod("simulate").invoke(runner);
        System.setOut(out);
        Object cause = result.getClass().getField("failCause").get(result);
        Map<?, ?> scores = (Map<?, ?>) result.getClass().getField("scores").get(result);
        if (cause != null || scores.size() < players.size()) {
            System.err.println(cause == null ? "the referee gave no scores" : cause);
            System.exit(1);
        }
        for (int player = 0; player < players.size(); player++) {
            out.println(scores.get(player));
        }
        out.println("seed=" + seed);
        if (log != null) {
            Map<?, ?> errors = (Map<?, ?>) result.getClass().getField("errors").get(result);
            Files.write(Paths.get(log), json(errors, players.size()).getBytes("UTF-8"));
        }
        System.exit(0); // threads of the runner may still wait
    }

    /** Later versions take words and do not split a command themselves. */
    private static void addAgent(MultiplayerGameRunner runner, String command) throws Exception {
        try {
            Method method = MultiplayerGameRunner.class.getMethod("addAgent", String[].class);
            method.invoke(runner, (Object) command.trim().split("\\s+"));
        } catch (NoSuchMethodException before) {
            runner.addAgent(command);
        }
    }

    /** A seed was an Integer, and is a Long. */
    private static void setSeed(MultiplayerGameRunner runner, long seed) throws Exception {
        try {
            MultiplayerGameRunner.class.getMethod("setSeed", Long.class).invoke(runner, seed);
        } catch (NoSuchMethodException before) {
            MultiplayerGameRunner.class.getMethod("setSeed", Integer.class).invoke(runner, (int) seed);
        }
    }

    /** The bots' stderr, one text a turn, by seat. */
    private static String json(Map<?, ?> errors, int players) {
        List<String> seats = new ArrayList<>();
        for (int player = 0; player < players; player++) {
            List<String> texts = new ArrayList<>();
            Object found = errors.get(String.valueOf(player));
            for (Object text : found == null ? new ArrayList<>() : (List<?>) found) {
                texts.add(text == null ? "null" : quoted(text.toString()));
            }
            seats.add("\"" + player + "\": [" + String.join(", ", texts) + "]");
        }
        return "{\"errors\": {" + String.join(", ", seats) + "}}\n";
    }

    private static String quoted(String text) {
        StringBuilder found = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            boolean isPlain = letter >= ' ' && letter != '"' && letter != '\\';
            found.append(isPlain ? String.valueOf(letter) : String.format("\\u%04x", (int) letter));
        }
        return found.append('"').toString();
    }
}
