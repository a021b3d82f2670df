import { Spinner } from '../ui/Spinner';

export function Admin() {
  return (
    <div className="grid min-h-dvh place-items-center text-emerald">
      <Spinner label="Loading the staff area" />
    </div>
  );
}
