import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup, TriangleAlert } from 'lucide-react';
import { readBackups } from '../api/backups';
import { useAdminMessages } from '../messages';
import { describeBackups } from './last-backup';

export function LastBackup() {
  const { backup } = useAdminMessages().dashboard;
  const { data, isError } = useQuery({ queryKey: ['last_backup'], queryFn: readBackups });
  const told = data
    ? describeBackups(data, new Date())
    : isError && { text: backup.unavailable, worrying: true };
  if (!told) return null;
  const Icon = told.worrying ? TriangleAlert : DatabaseBackup;
  return (
    <p className="flex gap-3 rounded-soft border border-hairline bg-surface p-4 text-sm" data-backup>
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${told.worrying ? 'text-danger' : 'text-emerald'}`}
        aria-hidden="true"
      />
      <span className="min-w-0 break-words">{told.text}</span>
    </p>
  );
}
