// What React's public server entry expects when it is loaded, and the engine does not have. Only its streaming renderer
// uses it, and pages are rendered to one string.
class NoStreams {
  encode() {
    return new Uint8Array();
  }
}

globalThis.TextEncoder ??= NoStreams as unknown as typeof TextEncoder;

export {};
