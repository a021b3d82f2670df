export interface Certificate {
  key: string;
  cert: string;
  /** The file of the authority that signed it. */
  authority: string;
  files: { key: string; cert: string };
  remove(): void;
}

export function certificate(names: string): Certificate;
