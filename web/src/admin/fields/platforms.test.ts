import { expect, test } from 'vitest';
import { platformOf } from './platforms';

test('a network is known by its addresses, with or without what stands in front', () => {
  const cases: [string, string | undefined][] = [
    ['https://www.facebook.com/umeed', 'Facebook'],
    ['fb.com/umeed', 'Facebook'],
    ['https://m.facebook.com', 'Facebook'],
    ['https://instagram.com/umeed?igsh=1', 'Instagram'],
    ['https://www.youtube.com/@umeed', 'YouTube'],
    ['https://youtu.be/x', 'YouTube'],
    ['https://www.tiktok.com/@umeed', 'TikTok'],
    ['https://wa.me/923000000000', 'WhatsApp'],
    ['https://chat.whatsapp.com/abc', 'WhatsApp'],
    ['https://x.com/umeed', 'Twitter'],
    ['https://twitter.com/umeed', 'Twitter'],
    ['https://pk.linkedin.com/company/umeed', 'LinkedIn'],
    ['t.me/umeed', 'Telegram'],
    ['HTTPS://X.COM', 'Twitter'],
    ['https://example.org/facebook.com', undefined],
    ['https://netflix.com', undefined],
    ['https://notfacebook.com', undefined],
    ['', undefined],
    ['/donate', undefined],
  ];
  for (const [address, platform] of cases) expect(platformOf(address), address).toBe(platform);
});
