// The server is killed at a random moment, again and again, while eleven clients write rows, save pages and upload.
// KILLS=500 for a long run. After every eighth, one more falls into the start itself, while it recovers from the last.

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { floods, start } from '../server.ts';
import { faultsOf, listFaults, seriesFaults } from './audit.ts';
import { chainFaults, historyFaults } from './history-audit.ts';
import { Caller, Life, type Series } from './ledger.ts';
import { writeUntil } from './writers.ts';

const KILLS = Number(process.env.KILLS ?? 15);

test(`killed ${KILLS} times, it loses nothing that it acknowledged`, async () => {
  const server = await start(floods);
  const caller = await Caller.signIn(server);
  const series = new Map<string, Series>();
  const lives: Life[] = [];
  const faults: string[] = [];
  try {
    for (let number = 1; number <= KILLS; number++) {
      const life = new Life(number);
      lives.push(life);
      let dead = false;
      const writing = writeUntil(() => dead, caller, life, series);
      await sleep(randomInt(5, 250));
      dead = true;
      await server.kill();
      await writing;
      if (number % 8 === 0) {
        const starting = server.again().catch(() => {});
        await sleep(randomInt(1, 60));
        await server.kill();
        await starting;
      }
      await server.again();
      faults.push(...(await faultsOf(caller, life)), ...(await seriesFaults(caller, series)));
      faults.push(...(await historyFaults(caller, life)));
      expect(faults).toEqual([]);
      if (number % 100 === 0) console.log(`${number} kills`);
    }
    // What earlier lives wrote must have outlived the later deaths.
    for (const life of lives) faults.push(...(await faultsOf(caller, life)));
    const listed = await listFaults(caller);
    const chains = await chainFaults(caller);
    expect([...faults, ...listed.faults, ...chains.faults]).toEqual([]);

    expect((await server.halt()).code).toBe(0);
    const checked = await server.command(['check']);
    expect(checked, checked.stderr).toMatchObject({ code: 0 });
    const kept = lives.reduce((sum, life) => sum + life.acknowledged(), 0);
    const saved = [...series.values()].reduce((sum, one) => sum + one.acknowledged, 0);
    console.log(
      `${KILLS} kills: ${kept} writes and ${saved} saves acknowledged, ${listed.files} files listed, ${chains.lines} lines of pages, none lost`,
    );
    expect(kept).toBeGreaterThan(KILLS);
  } finally {
    await server.stop();
  }
});
