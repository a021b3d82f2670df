// The application that is stored. (The shorter form beside the bank details is only an expression of interest.)
import { useHydrated } from '../lib/hydrated';
import { notify } from '../lib/notices';
import { insertRow } from '../lib/request';
import { useSubmission } from '../lib/submission';
import { Button } from '../ui/Button';
import { TextField } from '../ui/Field';
import { NeedsScript } from './NeedsScript';
import { Trap } from './Trap';

export function VolunteerForm() {
  const ready = useHydrated();
  const { busy, onSubmit, appeared } = useSubmission(async ({ name, city, skills, phone }, form) => {
    const failure = await insertRow('volunteers', { name, city, skills, phone });
    if (failure) notify({ title: 'Submission Failed', description: failure.message, destructive: true });
    else thank(form);
  }, thank);

  return (
    <form
      ref={appeared}
      onSubmit={onSubmit}
      className="relative space-y-5"
      aria-label="Volunteer application"
    >
      <TextField label="Full name" name="name" autoComplete="name" maxLength={200} required />
      <TextField label="City" name="city" autoComplete="address-level2" maxLength={200} required />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={40}
        placeholder="03xx xxxxxxx"
        required
      />
      <TextField
        label="Skills"
        name="skills"
        maxLength={1000}
        placeholder="e.g., Medical, Teaching, Event Management"
      />
      <Trap />
      <NeedsScript />
      <Button variant="primary" type="submit" busy={busy} disabled={!ready} className="w-full sm:w-auto">
        Send application
      </Button>
    </form>
  );
}

function thank(form: HTMLFormElement) {
  form.reset();
  notify({
    title: 'Thank You!',
    description: 'Your volunteer application has been received. We will contact you shortly.',
  });
}
