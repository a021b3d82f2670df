// Owners must have a second factor here, and this one has none: it is set up before anything else.
import { queryClient } from '../api/query-client';
import { useAdminMessages } from '../messages';
import { AddDevice } from './AddDevice';
import { demandEnrollment } from './demanded';
import { GateFrame } from './GateFrame';

export function MustEnroll() {
  const { demanded } = useAdminMessages().secondFactor;
  return (
    <GateFrame heading={demanded.heading} text={demanded.text} wide>
      <AddDevice
        isFirst
        onDone={() => {
          demandEnrollment(false);
          // What was refused meanwhile is asked for again.
          queryClient.invalidateQueries();
        }}
      />
    </GateFrame>
  );
}
