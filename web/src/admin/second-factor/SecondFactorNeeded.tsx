// Says where a second factor is wanted for a change, and leads to where it is set up.
import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useFeatures } from '../api/features';
import { useAdminMessages } from '../messages';
import { useIsOwner, useSession } from '../session/session';
import { isConfirmed } from './level';

export const secondFactorPath = '/admin/second-factor';

export function SecondFactorNeeded({ for: what }: { for: 'bankDetails' | 'switches' }) {
  const { needed } = useAdminMessages().secondFactor;
  const state = useSession();
  const isOwner = useIsOwner();
  const features = useFeatures();
  const isWanted = what === 'switches' || features.bank_details_need_second_factor === true;
  if (!isOwner || !isWanted || state.status !== 'in' || isConfirmed(state.session)) return null;
  return (
    <div className="flex items-start gap-3 rounded-soft border border-hairline bg-surface p-4 text-sm">
      <ShieldAlert className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      <div>
        <p>{needed[what]}</p>
        <Link to={secondFactorPath} className="link inline-flex min-h-11 items-center">
          {needed.setUp}
        </Link>
      </div>
    </div>
  );
}
