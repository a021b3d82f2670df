import { DatabaseBackup, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readBackups } from '../api/backups';
import { inPlainWords, type Words } from './last-backup';

const unknown: Words = { text: 'How the backups are cannot be read just now.', worry: true };

export function LastBackup() {
  const [words, setWords] = useState<Words>();
  useEffect(() => {
    let here = true;
    readBackups()
      .then(backups => backups && inPlainWords(backups, new Date()))
      .catch(() => unknown)
      .then(found => here && setWords(found));
    return () => {
      here = false;
    };
  }, []);
  if (!words) return null;
  const Icon = words.worry ? TriangleAlert : DatabaseBackup;
  return (
    <p className="flex gap-3 rounded-soft border border-hairline bg-surface p-4 text-sm" data-backup>
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${words.worry ? 'text-danger' : 'text-emerald'}`}
        aria-hidden="true"
      />
      <span className="min-w-0 break-words">{words.text}</span>
    </p>
  );
}
