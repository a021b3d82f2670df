import { useMessages } from '../messages/language';

/** Shown by start.ts when the app did not come; then no other part of it can say so. */
export function AppLost() {
  const { appLost } = useMessages().shell;
  return (
    <div
      role="alert"
      className="app-lost fixed inset-x-4 bottom-4 z-50 flex-wrap items-center gap-x-4 gap-y-1 rounded-soft border border-danger bg-surface px-5 py-3 shadow-lift sm:start-auto sm:w-96"
    >
      <p>{appLost.text}</p>
      <button type="button" data-reload className="link min-h-11 font-semibold">
        {appLost.reload}
      </button>
    </div>
  );
}
