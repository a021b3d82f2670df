import { expect, test } from 'vitest';
import { makeTurns } from './turns';

test('no more than so many at a time, and everyone gets a turn in order', async () => {
  const take = makeTurns(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (number: number) => {
    const done = await take();
    running += 1;
    most = Math.max(most, running);
    order.push(number);
    await new Promise(resolve => setTimeout(resolve, 1));
    running -= 1;
    done();
    done(); // twice is once
  };
  await Promise.all([1, 2, 3, 4, 5].map(work));
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});
