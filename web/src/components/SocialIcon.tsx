// Marks of the networks the foundation may be on; any other address gets a plain link mark.
import { Link as LinkIcon } from 'lucide-react';

const x =
  'M3.4 4h5.1l3.9 5.3L17 4h2.4l-5.9 6.8L20.7 20h-5l-4.4-5.8L6.4 20H4l6.2-7.2zm3.6 1.8 9.5 12.4h1.2L8.2 5.8z';

const marks: Record<string, string> = {
  facebook:
    'M13.5 21v-7.6h2.6l.4-3h-3V8.5c0-.9.2-1.5 1.5-1.5h1.6V4.3c-.3 0-1.2-.1-2.3-.1-2.3 0-3.9 1.4-3.9 4v2.2H7.8v3h2.6V21z',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8zm0 2a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM16.8 6a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z',
  twitter: x,
  x,
  youtube:
    'M12 5c6.6 0 8.2.3 8.9 1.3.5.8.7 2.6.7 5.7s-.2 4.9-.7 5.7C20.2 18.7 18.6 19 12 19s-8.2-.3-8.9-1.3c-.5-.8-.7-2.6-.7-5.7s.2-4.9.7-5.7C3.8 5.3 5.4 5 12 5zm-2 4v6l5.2-3z',
  tiktok:
    'M12.8 3h3.1c.2 2.2 1.7 3.9 4.1 4.1v3.1c-1.5 0-2.9-.4-4.1-1.3v6.2a5.9 5.9 0 1 1-5.1-5.9v3.2a2.8 2.8 0 1 0 2 2.7z',
  whatsapp:
    'M12 3a9 9 0 0 1 0 18 9.2 9.2 0 0 1-4.3-1.1L3 21.2l1.3-4.6A9 9 0 0 1 12 3zm0 1.8a7.2 7.2 0 0 0-6 11.2l-.7 2.6 2.7-.7A7.2 7.2 0 1 0 12 4.8zM9.1 7.7c.3 0 .5.1.6.4l.7 1.7c.1.3 0 .5-.1.7l-.6.7c.6 1.2 1.5 2.1 2.9 2.8l.8-1c.2-.2.4-.2.6-.1l1.8.9c.3.1.4.3.4.5-.1 1.5-1.3 2.2-2.4 2.1-3-.4-6.1-3.5-6.3-6.4 0-1.2.8-2.2 1.6-2.3z',
  linkedin:
    'M5 3a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2zm1 6.5h2.7V18H6zM7.3 5.7a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2zM10.4 9.5H13v1.2c.5-.9 1.4-1.4 2.6-1.4 2.2 0 2.9 1.3 2.9 3.5V18h-2.7v-4.6c0-1.1-.2-1.9-1.3-1.9-1 0-1.4.7-1.4 1.9V18h-2.7z',
};

export function SocialIcon({ platform }: { platform: string }) {
  const mark =
    marks[
      platform
        .trim()
        .toLowerCase()
        .split(/[\s./]/)[0] ?? ''
    ];
  if (!mark) return <LinkIcon className="size-5" aria-hidden="true" />;
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d={mark} />
    </svg>
  );
}
