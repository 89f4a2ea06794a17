/**
 * Keeps one processor core busy until the process whose id is the argument is no longer its parent: the loop also ends
 * when that process was killed and could not end it.
 */
const parent = Number(process.argv[2])

while (process.ppid === parent) {
  for (let turn = 0; turn < 1e7; turn++) Math.sqrt(turn)
}
