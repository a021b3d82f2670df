// Mail through a real mail server: encrypted, refused, put off, not answered, and not lost by a kill.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Certificate, certificate } from '../certificates.mjs';
import { type MailServer, mailServer, silentServer } from '../mail.ts';
import { type Environment, type Running, run, start } from '../server.ts';
import { type Client, connect, ok } from './clients.ts';

const from = 'Umeed Office <office@umeed.example>';
const running: Running[] = [];
const servers: MailServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(server => server.stop()));
  await Promise.all(servers.splice(0).map(server => server.stop()));
});

/** A site whose mail goes by these settings, and its owner. */
async function site(UMEED_SMTP: string, more: Environment = {}): Promise<{ server: Running; owner: Client }> {
  const server = await start({ UMEED_SMTP, UMEED_MAIL_FROM: from, ...more });
  running.push(server);
  return { server, owner: await owner(server) };
}

async function owner(server: Running): Promise<Client> {
  const client = connect(server.url, server.anonKey);
  const { error } = await client.auth.signInWithPassword(server);
  if (error) throw error;
  return client;
}

async function serving(...[options]: Parameters<typeof mailServer>): Promise<MailServer> {
  const server = await mailServer(options);
  servers.push(server);
  return server;
}

/** Receiving messages, with these people to be told. */
async function receive(client: Client, recipients: string[]) {
  const content = { receive_messages: true, message_recipients: recipients };
  ok(await client.from('website_content').update({ content }).eq('page_key', 'features').select());
}

const message = { name: 'Zulekha', email: 'zulekha@example.org', subject: 'A question', message: 'اُمید؟' };

async function until(what: () => boolean | Promise<boolean>, within = 15_000) {
  for (const end = Date.now() + within; Date.now() < end; await sleep(50)) if (await what()) return;
  throw new Error('it did not happen in time');
}

const testMail = async (client: Client, to = 'amina@example.org') =>
  ok(await client.rpc('send_test_mail', { to })) as { sent: boolean; answer: string };

describe('encryption', () => {
  let trusted: Certificate;
  beforeAll(() => {
    trusted = certificate('DNS:localhost,IP:0.0.0.0');
  });
  afterAll(() => trusted.remove());

  test('smtps:// is encrypted from the start', async () => {
    const mail = await serving({ encryption: 'from the start', certificate: trusted });
    const { owner } = await site(`smtps://office:hush@localhost:${mail.port}`, {
      SSL_CERT_FILE: trusted.authority,
    });
    expect(await testMail(owner)).toMatchObject({ sent: true });
    expect(mail.taken).toMatchObject([
      { encrypted: true, from: 'office@umeed.example', to: ['amina@example.org'] },
    ]);
    expect(mail.taken[0]?.text).toMatch(/^From: "?Umeed Office"? <office@umeed.example>\r$/m);
  });

  test('smtp:// to another machine demands STARTTLS', async () => {
    // The address of this machine by which it does not know itself.
    const mail = await serving({ encryption: 'starttls', certificate: trusted });
    const { owner } = await site(`smtp://office:hush@0.0.0.0:${mail.port}`, {
      SSL_CERT_FILE: trusted.authority,
    });
    expect(await testMail(owner)).toMatchObject({ sent: true });
    expect(mail.taken).toMatchObject([{ encrypted: true }]);
  });

  test('a server without STARTTLS gets neither password nor mail', async () => {
    const mail = await serving({ encryption: 'none' });
    const { owner } = await site(`smtp://office:hush@0.0.0.0:${mail.port}`);
    const answer = await testMail(owner);
    expect(answer.sent).toBe(false);
    expect(answer.answer).toMatch(/STARTTLS/);
    expect(mail.taken).toEqual([]);
  });

  test('a certificate that nobody vouches for is not trusted', async () => {
    const other = certificate('DNS:localhost');
    const mail = await serving({ encryption: 'from the start', certificate: other });
    const { owner } = await site(`smtps://localhost:${mail.port}`, { SSL_CERT_FILE: trusted.authority });
    const answer = await testMail(owner);
    expect(answer.sent).toBe(false);
    expect(answer.answer).toMatch(/certificate/i);
    expect(mail.taken).toEqual([]);
    other.remove();
  });
});

describe('a message arrives', () => {
  test('those who are told get it once, and can answer the one who wrote', async () => {
    const mail = await serving({ encryption: 'none' });
    const { server, owner } = await site(`smtp://localhost:${mail.port}`, {
      UMEED_PUBLIC_URL: 'https://umeed.example',
    });
    await expect(receive(owner, ['amina@example.org', 'nonsense'])).rejects.toThrow(
      'must be an email address',
    );
    await receive(owner, ['amina@example.org', ' Bilal@Example.org', 'amina@example.org', '']);
    const visitor = connect(server.url, server.anonKey);
    expect((await visitor.from('messages').insert(message)).status).toBe(201);
    await until(() => mail.taken.length === 2);
    expect(mail.taken.flatMap(({ to }) => to).sort()).toEqual(['amina@example.org', 'bilal@example.org']);
    const [first] = mail.taken;
    expect(first?.text).toContain('Reply-To: zulekha@example.org');
    expect(first?.text).toContain('اُمید؟');
    expect(first?.text).toContain('https://umeed.example/admin/messages');
    const [head] = first?.text.split('\r\n\r\n') ?? [];
    expect(head).not.toContain('A question');
    expect(server.log()).not.toMatch(/amina|zulekha|اُمید/);
    await sleep(500);
    expect(mail.taken).toHaveLength(2);
  });

  test('what is put off comes later, and a refusal is told to the owner', async () => {
    const mail = await serving({ encryption: 'none' });
    mail.answers = [
      { code: 451, text: 'Greylisted' },
      { code: 550, text: 'No such mailbox' },
    ];
    const { server, owner } = await site(`smtp://localhost:${mail.port}`);
    await receive(owner, ['amina@example.org', 'bilal@example.org']);
    await connect(server.url, server.anonKey).from('messages').insert(message);
    const outbox = async () => ok(await owner.from('outbox').select('*').order('recipient'));
    await until(async () => (await outbox()).every(row => row.last_error));
    const [amina, bilal] = await outbox();
    const states = [amina?.status, bilal?.status].sort();
    expect(states).toEqual(['failed', 'waiting']);
    const failed = amina?.status === 'failed' ? amina : bilal;
    expect(failed?.last_error).toContain('550 No such mailbox');
    expect((await owner.rpc('retry_mail', { id: failed?.id })).error).toBeNull();
    await until(() => mail.taken.length === 1);
    await until(async () => (await outbox()).some(row => row.status === 'sent'));
  });

  test('a kill loses none: what was being sent waits for another try', async () => {
    const silent = await silentServer();
    const { server, owner } = await site(`smtp://localhost:${silent.port}`);
    await receive(owner, ['amina@example.org']);
    await connect(server.url, server.anonKey).from('messages').insert(message);
    await until(async () => ok(await owner.from('outbox').select('attempts'))[0]?.attempts === 1);
    await server.kill();
    silent.stop();
    await server.again();
    const rows = ok(await owner.from('outbox').select('status, recipient'));
    expect(rows).toEqual([{ status: 'waiting', recipient: 'amina@example.org' }]);
  });

  test('killed between the answer and the note of it, it sends one too many and no more', async () => {
    const mail = await serving({ encryption: 'none', delay: 60_000 });
    const { server, owner } = await site(`smtp://localhost:${mail.port}`);
    await receive(owner, ['amina@example.org']);
    await connect(server.url, server.anonKey).from('messages').insert(message);
    await until(() => mail.taken.length === 1);
    await server.kill();
    await server.again();
    const [row] = ok(await owner.from('outbox').select('*'));
    expect(row).toMatchObject({ status: 'waiting', attempts: 1 });
    // Until the claim ends nobody sends it again, however often a server starts.
    expect(Date.parse(row?.next_at) - Date.now()).toBeGreaterThan(200_000);
    await sleep(1000);
    expect(mail.taken).toHaveLength(1);
  });
});

describe('the test mail', () => {
  test('a wrong password is said in plain words', async () => {
    const mail = await serving({ encryption: 'none' });
    mail.letIn = false;
    const { server, owner } = await site(`smtp://office:hush%40home@localhost:${mail.port}`);
    const answer = await testMail(owner);
    expect(answer.answer).toMatch(/did not accept our user name and password\. It said: 535 Wrong password/);
    expect(server.log()).not.toContain('hush');
  });

  test('a server that hangs is given up while the owner still waits', async () => {
    const silent = await silentServer();
    const { owner } = await site(`smtp://localhost:${silent.port}`);
    const answer = await testMail(owner);
    silent.stop();
    expect(answer).toMatchObject({ sent: false });
    expect(answer.answer).toContain('did not answer within 20 seconds');
  }, 40_000);
});

test('a setting that cannot be right stops the start, and its password is not repeated', async () => {
  const outcome = await run(['serve', '--listen', '127.0.0.1:0'], '', {
    UMEED_SMTP: 'smtp://office:hush@',
    UMEED_MAIL_FROM: from,
  });
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toMatch(/UMEED_SMTP: give an address such as smtp:/);
  expect(outcome.stderr).not.toContain('hush');
  const sender = await run(['serve', '--listen', '127.0.0.1:0'], '', { UMEED_SMTP: 'smtp://mail.example' });
  expect(sender.stderr).toContain('UMEED_MAIL_FROM is missing');
});
