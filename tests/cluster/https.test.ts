// Two servers of one name on one PostgreSQL: one certificate, ordered once, and any of them answers the authority.
import { expect, test } from 'vitest';
import { authority } from '../acme.ts';
import { freePorts, get, secured, startSecure, until } from '../secure.ts';
import { ownSchema } from '../server.ts';

test('servers that share a database share their certificates', async () => {
  const database = ownSchema();
  if (!database.UMEED_DATABASE) throw new Error('run within scripts/with-postgres');
  const [found, other] = [await freePorts(), await freePorts()];
  // The authority only ever reaches the second server, and the first one orders.
  const given = await authority({ httpsPort: found.https, httpPort: found.http });
  const settings = {
    ...database,
    UMEED_DOMAIN: 'umeed.example',
    UMEED_ACME: given.directory,
    UMEED_ACME_ROOT: given.root,
  };
  const idle = await startSecure(found, { ...settings, UMEED_ACME: 'https://localhost:1/dir' });
  await idle.halt(); // its tables are there now
  const first = await startSecure(other, settings);
  const second = await startSecure(found, settings);
  try {
    const serials = await Promise.all(
      [first, second].map(async server => {
        await until(
          async () => (await get(server.ports, 'umeed.example', given.issuer)).status === 200,
          60_000,
        );
        const socket = await secured(server.ports, 'umeed.example', given.issuer, ['h2']);
        const { serialNumber } = socket.getPeerCertificate();
        socket.destroy();
        return serialNumber;
      }),
    );
    expect(new Set(serials).size).toBe(1);
  } finally {
    await Promise.all([idle.stop(), first.stop(), second.stop()]);
    await given.stop();
  }
});
