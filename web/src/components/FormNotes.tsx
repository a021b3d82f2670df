import { useMessages } from '../messages/language';

/** Why a form cannot be sent: scripts are off, the app is still on its way, or it did not come. See start.ts. */
export function FormNotes() {
  const { forms } = useMessages();
  return (
    <>
      <noscript>
        <p className="text-sm">{forms.needsScript}</p>
      </noscript>
      <p role="status" className="form-waiting mt-3 text-sm">
        {forms.waiting}
      </p>
      <p role="alert" className="form-lost mt-3 text-sm">
        {forms.lost}
      </p>
    </>
  );
}
