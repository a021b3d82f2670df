// The networks of social links: their names, and which of them an address belongs to. Pure.

/** Networks that a foundation is likely to be on, as they write themselves. Any other name may be typed. */
export const platforms = [
  'Facebook',
  'Instagram',
  'WhatsApp',
  'YouTube',
  'TikTok',
  'Twitter',
  'LinkedIn',
  'Telegram',
] as const;

const hosts: Record<string, (typeof platforms)[number]> = {
  'facebook.com': 'Facebook',
  'fb.com': 'Facebook',
  'instagram.com': 'Instagram',
  'wa.me': 'WhatsApp',
  'whatsapp.com': 'WhatsApp',
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'tiktok.com': 'TikTok',
  'x.com': 'Twitter',
  'twitter.com': 'Twitter',
  'linkedin.com': 'LinkedIn',
  't.me': 'Telegram',
};

/** 'https://m.facebook.com/umeed' → 'Facebook'; undefined for any other site. */
export function platformOf(address: string): string | undefined {
  const [, host = ''] = /^\s*(?:https?:)?(?:\/\/)?([^/?#:\s]+)/i.exec(address) ?? [];
  // Whatever stands in front of the network's own name: www., m., pk.
  const labels = host.toLowerCase().split('.');
  return hosts[labels.slice(-2).join('.')];
}
