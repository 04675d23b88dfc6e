// @ts-check
// Problems to begin with, and the formats of problems.

/** @type {[string, string][]} a word for `--from`, and what it is */
export const FORMATS = [
  ["", "found from the text"],
  ["dlx", "DLX: items in the first line"],
  ["json", "JSON"],
  ["matrix", "matrix of 0 and 1"],
  ["ec", "ec: p ec ITEMS"],
  ["txt", "txt: ITEMS OPTIONS"],
  ["rows", "rows: OPTIONS ITEMS"],
  ["spp", "spp: OR-Library, with costs"],
  ["libexact", "libexact"],
  ["miniexact", "miniexact"],
];

/** @type {{title: string, from?: string, text: string}[]} */
export const EXAMPLES = [
  {
    title: "Knuth's toy problem",
    text: `| Choose lines below the first one so that
| each letter is in exactly one of them.
A B C D E F G
C E F
A D G
B C F
A D
B G
D E G
`,
  },
  {
    title: "Three jobs for three people",
    text: `| Ann, Bob and Cleo have at most one job each: items after the bar
| may stay uncovered.
cook drive sing | Ann Bob Cleo
cook Ann
cook Bob
drive Bob
drive Cleo
sing Ann
sing Cleo
`,
  },
  {
    title: "Colours (Knuth, section 7.2.2.1)",
    text: `| Options that use x must use it with the same colour.
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
`,
  },
  {
    title: "Four queens",
    text: `| A queen covers a row and a column, and at most one queen
| stands on a diagonal (a, b).
${queens(4)}`,
  },
  {
    title: "Dominoes on 3 x 4",
    text: `| An option is a domino on two cells.
${dominoes(3, 4)}`,
  },
  {
    title: "Langford pairs, n = 3",
    text: `| Two copies of each digit d stand d places apart.
${langford(3)}`,
  },
  {
    title: "A timetable without a solution",
    text: `| Four lessons in one room.
history sport chemistry music | Monday Tuesday Friday
history Monday
history Tuesday
sport Monday
sport Tuesday
chemistry Monday
chemistry Tuesday
music Friday
music Monday
`,
  },
  { title: "Matrix of 0 and 1", from: "matrix", text: "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n" },
  {
    title: "JSON",
    from: "json",
    text: `{
  "primary": ["a", "b", "c"],
  "secondary": ["s"],
  "options": [
    ["a", "b"],
    ["a", {"item": "s", "colour": "red"}],
    ["b", "c", {"item": "s", "colour": "red"}],
    ["c"]
  ]
}
`,
  },
];

/** @param {number} size */
function queens(size) {
  const numbers = Array.from({ length: size }, (_, number) => number);
  const sums = Array.from({ length: 2 * size - 1 }, (_, number) => number);
  const items = [...numbers.map((at) => `r${at}`), ...numbers.map((at) => `c${at}`)];
  const diagonals = [...sums.map((at) => `a${at}`), ...sums.map((at) => `b${at}`)];
  const options = numbers.flatMap((row) =>
    numbers.map((column) => `r${row} c${column} a${row + column} b${size - 1 - row + column}`));
  return `${items.join(" ")} | ${diagonals.join(" ")}\n${options.join("\n")}\n`;
}

/** @param {number} rows @param {number} columns */
function dominoes(rows, columns) {
  const items = [];
  const options = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      items.push(`${row}${column}`);
      if (column + 1 < columns) options.push(`${row}${column} ${row}${column + 1}`);
      if (row + 1 < rows) options.push(`${row}${column} ${row + 1}${column}`);
    }
  }
  return `${items.join(" ")}\n${options.join("\n")}\n`;
}

/** @param {number} size */
function langford(size) {
  const digits = Array.from({ length: size }, (_, number) => number + 1);
  const places = Array.from({ length: 2 * size }, (_, number) => `s${number + 1}`);
  const options = digits.flatMap((digit) =>
    places.slice(0, 2 * size - digit - 1).map((place, at) => `${digit} ${place} ${places[at + digit + 1]}`));
  return `${[...digits, ...places].join(" ")}\n${options.join("\n")}\n`;
}
