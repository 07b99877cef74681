package com.codingame.gameengine.runner;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Has what SdkReferee needs of the SDK's classes. A player's score is the length of its answer. */
public class MultiplayerGameRunner extends GameRunner {
    public void addAgent(String[] words) {
        players.add(words);
    }

    public void addAgent(String command) {
        throw new IllegalStateException("a command of several words is not split: " + command);
    }

    public void setSeed(Long seed) {
        this.seed = seed;
    }
}

/** Plays the match; as in the SDK no other package sees this class. */
abstract class GameRunner {
    protected final List<String[]> players = new ArrayList<>();
    protected Long seed;

    /** What the SDK's class of this name holds. */
    public static class GameResult {
        public Map<String, List<String>> errors = new HashMap<>();
        public Map<Integer, Integer> scores = new HashMap<>();
        public String failCause;
    }

    public GameResult simulate() throws Exception {
        System.out.println("17"); // a game may print what looks like a score
        GameResult result = new GameResult();
        for (int seat = 0; seat < players.size(); seat++) {
            Process player = new ProcessBuilder(players.get(seat)).start();
            String line = "seed " + seed + " league " + System.getProperty("league.level") + "\n";
            player.getOutputStream().write(line.getBytes());
            player.getOutputStream().flush();
            String answer = new BufferedReader(new InputStreamReader(player.getInputStream())).readLine();
            player.destroy();
            if (answer != null && answer.startsWith("FAIL")) {
                result.failCause = "the referee fell\nover";
                return result;
            }
            result.scores.put(seat, answer == null ? -1 : answer.length());
            result.errors.put("" + seat, Arrays.asList("said \"" + answer + "\"\n", null));
        }
        return result;
    }
}
