import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The number game that `botsmith new` writes, for cg-brutaltester's new protocol: -p1 .. -pN, -d seed=N.
 *
 * Properties for tests: -Dfault=crash ends with an exception after two turns, -Dfault=prize counts a
 * prize wrongly, -Dfault=line tells a line wrongly in the fifth turn.
 */
public class Picks {
    static final int MOVES = 5;
    static final int TURNS = 20;
    static final String FAULT = System.getProperty("fault", "");

    static class Player {
        final BufferedReader out;
        final PrintStream in;
        int points = 0;
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
            try {
                int number = Integer.parseInt(line == null ? "" : line);
                return 1 <= number && number <= MOVES ? number - 1 : -1;
            } catch (NumberFormatException error) {
                return -1;
            }
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
        Random dice = new Random(seed);
        int[] prizes = new int[MOVES];
        for (int move = 0; move < MOVES; move++) {
            prizes[move] = 1 + dice.nextInt(9);
        }
        play(players, prizes);
        for (Player player : players) {
            System.out.println(player.isOut ? -1 : player.points);
            player.in.close();
        }
    }

    static void play(List<Player> players, int[] prizes) throws IOException {
        for (int turn = 0; turn < TURNS; turn++) {
            if (FAULT.equals("crash") && turn == 2) {
                throw new IllegalStateException("a rule of mine is broken");
            }
            int[] moves = new int[players.size()];
            for (int seat = 0; seat < players.size(); seat++) {
                Player player = players.get(seat);
                if (turn == 0) {
                    player.in.println(players.size() + "\n" + seat);
                    StringBuilder line = new StringBuilder();
                    for (int prize : prizes) {
                        line.append(line.length() > 0 ? " " : "").append(prize);
                    }
                    player.in.println(line);
                }
                player.in.println(FAULT.equals("line") && turn == 4 ? 99 : turn);
                for (Player other : players) {
                    player.in.println(other.points + " " + (other.isOut ? 1 : 0));
                }
                moves[seat] = player.answer();
            }
            int playing = 0;
            for (int seat = 0; seat < moves.length; seat++) {
                players.get(seat).isOut |= moves[seat] < 0;
                playing += players.get(seat).isOut ? 0 : 1;
            }
            for (int seat = 0; seat < moves.length; seat++) {
                boolean isAlone = true;
                for (int other = 0; other < moves.length; other++) {
                    isAlone &= other == seat || moves[other] != moves[seat];
                }
                if (isAlone && !players.get(seat).isOut) {
                    int bonus = FAULT.equals("prize") && turn == 3 ? 1 : 0;
                    players.get(seat).points += prizes[moves[seat]] + bonus;
                }
            }
            if (playing < 2) {
                return;
            }
        }
    }
}
