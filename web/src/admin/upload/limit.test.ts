import { expect, test } from 'vitest';
import { makeLimit } from './limit';

test('no more than the limit run at a time, and all run in order', async () => {
  const acquire = makeLimit(2);
  const order: number[] = [];
  let running = 0;
  let peak = 0;
  const work = async (number: number) => {
    const done = await acquire();
    running += 1;
    peak = Math.max(peak, running);
    order.push(number);
    await new Promise(resolve => setTimeout(resolve, 1));
    running -= 1;
    done();
    done(); // twice is once
  };
  await Promise.all([1, 2, 3, 4, 5].map(work));
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(peak).toBe(2);
});
