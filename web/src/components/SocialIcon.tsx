// Marks of the networks the foundation may be on; any other address gets a plain link mark.
import { Link as LinkIcon } from 'lucide-react';

const marks: Record<string, string> = {
  facebook:
    'M13.5 21v-7.6h2.6l.4-3h-3V8.5c0-.9.2-1.5 1.5-1.5h1.6V4.3c-.3 0-1.2-.1-2.3-.1-2.3 0-3.9 1.4-3.9 4v2.2H7.8v3h2.6V21z',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8zm0 2a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM16.8 6a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z',
  twitter:
    'M3.4 4h5.1l3.9 5.3L17 4h2.4l-5.9 6.8L20.7 20h-5l-4.4-5.8L6.4 20H4l6.2-7.2zm3.6 1.8 9.5 12.4h1.2L8.2 5.8z',
  youtube:
    'M12 5c6.6 0 8.2.3 8.9 1.3.5.8.7 2.6.7 5.7s-.2 4.9-.7 5.7C20.2 18.7 18.6 19 12 19s-8.2-.3-8.9-1.3c-.5-.8-.7-2.6-.7-5.7s.2-4.9.7-5.7C3.8 5.3 5.4 5 12 5zm-2 4v6l5.2-3z',
};

export function SocialIcon({ platform }: { platform: string }) {
  const mark = marks[platform.toLowerCase()];
  if (!mark) return <LinkIcon className="size-5" aria-hidden="true" />;
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d={mark} />
    </svg>
  );
}
