// Certificates for the tests, from authorities that they make for themselves.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate for these names and addresses, from an authority of its own. */
export function certificate(names) {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-certificate-'));
  const file = name => join(folder, name);
  const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Tests');
  openssl('req', ...key, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=tests');
  writeFileSync(file('names'), `subjectAltName=${names}\n`);
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2'];
  openssl('x509', '-req', '-in', 'request.pem', '-out', 'cert.pem', ...signed);
  return {
    key: readFileSync(file('key.pem'), 'utf8'),
    cert: readFileSync(file('cert.pem'), 'utf8'),
    authority: file('ca.pem'),
    files: { key: file('key.pem'), cert: file('cert.pem') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
