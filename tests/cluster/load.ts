// What goes on while parts are taken away: visitors read and apply, staff save and upload. Every acknowledged write is
// remembered, to be looked for afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from './site.ts';

/** 1×1, transparent. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PAGES = ['/', '/about', '/projects', '/gallery', '/donate'];

export class Load {
  readonly applied: string[] = [];
  readonly uploaded: string[] = [];
  /** Answers other than success, by what they were to. */
  readonly pageFailures: string[] = [];
  readonly writeFailures: string[] = [];
  pages = 0;
  private going = true;
  private readonly loops: Promise<void>[];

  constructor(
    private readonly site: Site,
    mark: string,
  ) {
    this.loops = [
      this.loop(() => this.read()),
      this.loop(() => this.read()),
      this.loop(number => this.apply(`${mark}-${number}`)),
      this.loop(number => this.upload(`load/${mark}-${number}.png`)),
    ];
  }

  private async loop(work: (number: number) => Promise<void>) {
    for (let number = 0; this.going; number++) {
      await work(number);
      await sleep(20);
    }
  }

  private async read() {
    const path = PAGES[this.pages++ % PAGES.length] ?? '/';
    try {
      const { status } = await this.site.balanced(path);
      if (status !== 200) this.pageFailures.push(`${path}: ${status}`);
    } catch (cause) {
      this.pageFailures.push(`${path}: ${cause}`);
    }
  }

  private async apply(name: string) {
    const body = JSON.stringify({ name, city: 'Faisalabad', phone: '0300' });
    await this.write(
      () => this.site.balanced('/rest/v1/volunteers', { method: 'POST', body }),
      name,
      this.applied,
    );
  }

  private async upload(name: string) {
    const headers = { 'content-type': 'image/png' };
    const request = { method: 'POST', headers, body: PICTURE };
    const path = `/storage/v1/object/website_images/${name}`;
    await this.write(() => this.site.balanced(path, request, true), name, this.uploaded);
  }

  private async write(send: () => Promise<{ status: number; text: string }>, name: string, kept: string[]) {
    try {
      const { status, text } = await send();
      // A balancer may have sent it twice; the sender only needs the first to have arrived.
      if (status === 200 || status === 201 || (status === 400 && text.includes('already exists')))
        kept.push(name);
      else this.writeFailures.push(`${name}: ${status}`);
    } catch (cause) {
      this.writeFailures.push(`${name}: ${cause}`);
    }
  }

  async stop(): Promise<void> {
    this.going = false;
    await Promise.all(this.loops);
  }
}
