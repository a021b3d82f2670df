// Before any test: without the binary the whole run fails, rather than each file in its own words.

import { binary } from '../server.ts';

export default function setup(): void {
  binary();
}
