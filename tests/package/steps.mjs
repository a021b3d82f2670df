// What the programs here have in common: steps with a name, each of which expects things; the first that is not so ends the program.
const steps = [];

export const step = (name, work) => steps.push({ name, work });

export function expect(what, is) {
  if (!is) throw new Error(`not so: ${what}`);
  console.log(`   ok  ${what}`);
}

/** What a program printed, a little in. */
export const quote = text => console.log(text.trimEnd().replaceAll(/^/gm, '       '));

/** Plays all steps. `machines` tells of those that are there, whose journals explain a failure; `end` removes everything. */
export async function play({ done, machines, end }) {
  let failed = false;
  try {
    for (const { name, work } of steps) {
      console.log(`\n== ${name}`);
      await work();
    }
    console.log(`\n${done}`);
  } catch (cause) {
    failed = true;
    console.error(`\numeed: ${cause.message}`);
    for (const machine of machines()) console.error(machine.run('journalctl -u umeed -n 30 --no-pager').text);
  } finally {
    await end();
  }
  process.exit(failed ? 1 : 0);
}
