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
