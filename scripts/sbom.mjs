// Prints what the product is made of, in CycloneDX's form: crates and npm packages with versions, licences, checksums and who
// uses whom. The same commit gives the same text: the time is SOURCE_DATE_EPOCH, the serial number a digest of the content.
import { createHash } from 'node:crypto';
import { crates, npmPackages } from './parts.mjs';

const rust = crates();
const npm = npmPackages();
const own = `pkg:generic/umeed@${rust.version}`;
const parts = new Map([...rust.parts, ...npm.parts].map(part => [part.purl, part]));
const sorted = [...parts.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
const unique = list => [...new Set(list)].sort();

const content = {
  metadata: {
    timestamp: new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString(),
    component: {
      type: 'application',
      'bom-ref': own,
      name: 'umeed',
      version: rust.version,
      licenses: [{ expression: 'MIT OR Apache-2.0' }],
      purl: own,
    },
  },
  components: sorted.map(({ name, version, licence, purl, hash }) => ({
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(licence && { licenses: [{ expression: licence }] }),
    ...(hash.content && { hashes: [hash] }),
    purl,
  })),
  dependencies: [
    { ref: own, dependsOn: unique([...rust.uses, ...npm.uses]) },
    ...sorted.map(({ purl, uses }) => ({ ref: purl, dependsOn: unique(uses) })),
  ],
};
const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
const serial = [0, 8, 12, 16, 20, 32]
  .slice(0, 5)
  .map((from, at, all) => digest.slice(from, all[at + 1] ?? 32));
serial[2] = `8${serial[2].slice(1)}`; // a UUID of our own making
serial[3] = `a${serial[3].slice(1)}`;
console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${serial.join('-')}`,
      version: 1,
      ...content,
    },
    null,
    1,
  ),
);
