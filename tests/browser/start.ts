// Before the browser tests: the release binary on a free port, with sample content and a folder of its own. Someone who
// has a server running names it in UMEED_URL, with UMEED_EMAIL, UMEED_PASSWORD and UMEED_ANON_KEY.
import { start } from '../server';

export default async function begin() {
  if (process.env.UMEED_URL) return;
  const server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  process.env.UMEED_URL = server.url;
  process.env.UMEED_EMAIL = server.email;
  process.env.UMEED_PASSWORD = server.password;
  process.env.UMEED_ANON_KEY = server.anonKey;
  return () => server.stop();
}
