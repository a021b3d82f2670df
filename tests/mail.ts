// A mail server for the tests: one of npm's, which takes mail, refuses it, puts it off or says nothing, as each test says.
// With a certificate of an authority that the tests make for themselves; a server trusts it by SSL_CERT_FILE, as every
// program that uses the system's certificates does.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Certificate } from './certificates.mjs';

export interface Mail {
  from: string;
  to: string[];
  /** As it came, with quoted-printable parts decoded. */
  text: string;
  encrypted: boolean;
}

export interface MailServer {
  port: number;
  taken: Mail[];
  /** What is answered to the next recipients, in this order; then everything is taken. */
  answers: { code: number; text: string }[];
  /** Whether the password is accepted. */
  letIn: boolean;
  stop(): Promise<void>;
}

export interface Options {
  encryption: 'none' | 'starttls' | 'from the start';
  certificate?: Certificate;
  /** Waits so long with its answer to the whole mail. */
  delay?: number;
}

export async function mailServer({ encryption, certificate, delay = 0 }: Options): Promise<MailServer> {
  const state: MailServer = { port: 0, taken: [], answers: [], letIn: true, stop: async () => {} };
  const server = new SMTPServer({
    secure: encryption === 'from the start',
    authOptional: true,
    allowInsecureAuth: encryption === 'none',
    disabledCommands: encryption === 'starttls' ? [] : ['STARTTLS'],
    ...(certificate && { key: certificate.key, cert: certificate.cert }),
    onAuth: (_auth, _session, done) =>
      state.letIn ? done(null, { user: 'office' }) : done(refusal(535, 'Wrong password')),
    onRcptTo(_address, _session, done) {
      const answer = state.answers.shift();
      if (answer) done(refusal(answer.code, answer.text));
      else done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', part => parts.push(part));
      stream.on('end', () => {
        state.taken.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: decoded(Buffer.concat(parts).toString('utf8')),
          encrypted: session.secure,
        });
        setTimeout(done, delay);
      });
    },
  });
  server.on('error', () => {}); // a client that goes away in the middle
  await new Promise<void>(done => server.listen(0, '0.0.0.0', done));
  const address = server.server.address();
  if (address && typeof address === 'object') state.port = address.port;
  state.stop = () => new Promise(done => server.close(() => done()));
  return state;
}

/** Takes connections and says nothing. */
export async function silentServer(): Promise<{ port: number; stop(): void }> {
  const server = createServer(() => {});
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return { port: address.port, stop: () => server.close() };
}

/** The link in a mail, once to this address is there that has one, and the code beside it. */
export async function linkTo(server: MailServer, address: string): Promise<{ link: string; code: string }> {
  for (const end = Date.now() + 15_000; Date.now() < end; await sleep(50)) {
    const mail = server.taken.findLast(({ to, text }) => to.includes(address) && /token/.test(text));
    const link = mail?.text.match(/: (http\S*token\S*)/)?.[1];
    if (mail && link) return { link, code: mail.text.match(/: (\d{6})\b/)?.[1] ?? '' };
  }
  throw new Error(`no mail with a link came to ${address}`);
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

function decoded(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /=[0-9A-F]{2}/.test(text) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}
