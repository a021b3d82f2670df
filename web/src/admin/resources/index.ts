// Every list of the admin, in the order of the sidebar. A file that is added to this folder is found by itself.
import type { Resource } from './resource';

const found = import.meta.glob<Resource>(['./*.ts', '!./index.ts', '!./resource.ts', '!./*.test.ts'], {
  eager: true,
  import: 'default',
});

export const resources: readonly Resource[] = Object.values(found).sort(
  (one, other) => (one.screen?.place ?? 0) - (other.screen?.place ?? 0),
);
