import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The number game that `botsmith new` writes, for cg-brutaltester's new protocol: -p1 .. -pN, -d seed=N.
 *
 * Properties for tests: -Dfault=crash ends with an exception after two turns, -Dfault=prize counts a
 * prize wrongly, -Dfault=line tells a line wrongly in the fifth turn.
 */
public class Picks {
    static final List<String> WORDS = Arrays.asList("STEP", "WALK", "RUN", "JUMP", "FLY");
    static final int TURNS = 20;
    static final int CELLS = 12;
    static final int SEATS = 3;
    static final String FAULT = System.getProperty("fault", "");

    static class Player {
        final BufferedReader out;
        final PrintStream in;
        int points = 0;
        int spot = 0;
        boolean isOut = false;

        Player(String command) throws IOException {
            ProcessBuilder builder = new ProcessBuilder(command.split(" "));
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);
            Process process = builder.start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream()));
            in = new PrintStream(process.getOutputStream());
        }

        int answer() throws IOException {
            in.flush();
            String line = out.readLine();
            return line == null ? -1 : WORDS.indexOf(line);
        }
    }

    public static void main(String[] words) throws IOException {
        System.err.println("WARNING: 2 illegal reflective accesses");
        System.out.println("5 modules loaded, 1 of them late");
        List<Player> players = new ArrayList<>();
        long seed = 0;
        for (int at = 0; at + 1 < words.length; at += 2) {
            if (words[at].startsWith("-p")) {
                players.add(new Player(words[at + 1]));
            } else if (words[at].equals("-d")) {
                seed = Long.parseLong(words[at + 1].replace("seed=", ""));
            }
        }
        for (int seat = 0; seat < players.size(); seat++) {
            players.get(seat).spot = (int) Math.floorMod(seat * CELLS / SEATS + seed, (long) CELLS);
        }
        play(players);
        for (Player player : players) {
            System.out.println(player.isOut ? -1 : player.points);
            player.in.close();
        }
    }

    static void play(List<Player> players) throws IOException {
        for (int turn = 0; turn < TURNS; turn++) {
            if (FAULT.equals("crash") && turn == 2) {
                throw new IllegalStateException("a rule of mine is broken");
            }
            int[] moves = new int[players.size()];
            for (int seat = 0; seat < players.size(); seat++) {
                Player player = players.get(seat);
                if (turn == 0) {
                    player.in.println(players.size() + "\n" + seat);
                }
                player.in.println(FAULT.equals("line") && turn == 4 ? 99 : turn);
                for (Player other : players) {
                    int score = other.isOut ? -1 : other.points;
                    player.in.println(score + " " + (other.isOut ? 1 : 0) + " " + other.spot);
                }
                moves[seat] = player.answer();
            }
            int playing = 0;
            for (int seat = 0; seat < moves.length; seat++) {
                players.get(seat).isOut |= moves[seat] < 0;
                playing += players.get(seat).isOut ? 0 : 1;
            }
            int[] visitors = new int[CELLS];
            for (int seat = 0; seat < moves.length; seat++) {
                Player player = players.get(seat);
                if (!player.isOut) {
                    player.spot = (player.spot + moves[seat] + 1) % CELLS;
                    visitors[player.spot]++;
                }
            }
            for (Player player : players) {
                if (!player.isOut && visitors[player.spot] == 1) {
                    int bonus = FAULT.equals("prize") && turn == 3 ? 1 : 0;
                    player.points += player.spot * 7 % 9 + 1 + bonus;
                }
            }
            if (playing < 2) {
                return;
            }
        }
    }
}
