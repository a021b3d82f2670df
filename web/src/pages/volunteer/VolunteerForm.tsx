// The application that is stored. (The shorter form beside the bank details is only an expression of interest.)
import { FormNotes } from '../../components/FormNotes';
import { Honeypot } from '../../components/Honeypot';
import { notify } from '../../lib/notices';
import { insertRow } from '../../lib/request';
import { useSubmission } from '../../lib/submission';
import { useMessages } from '../../messages/language';
import { forms } from '../../schema.gen';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { messages } from './messages';

const { name, city, phone, skills } = forms.volunteers;

export function VolunteerForm() {
  const all = useMessages();
  const texts = messages.use().form;
  const { busy, onSubmit, appeared } = useSubmission({
    table: 'volunteers',
    async send({ name, city, skills, phone }, form) {
      const failure = await insertRow('volunteers', { name, city, skills, phone }, all);
      if (!failure) form.reset();
      notify(failure ? { title: texts.failed, description: failure.message, destructive: true } : texts.done);
    },
  });

  return (
    <form
      ref={appeared}
      method="dialog"
      onSubmit={onSubmit}
      className="relative space-y-5"
      aria-label={texts.title}
    >
      <TextField
        label={texts.fullName}
        name="name"
        autoComplete="name"
        maxLength={name.maxLength}
        required={name.required}
      />
      <TextField
        label={texts.city}
        name="city"
        autoComplete="address-level2"
        maxLength={city.maxLength}
        required={city.required}
      />
      <TextField
        label={texts.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={phone.maxLength}
        placeholder={texts.phoneExample}
        required={phone.required}
      />
      <TextField
        label={texts.skills}
        name="skills"
        maxLength={skills.maxLength}
        placeholder={texts.skillsExample}
      />
      <Honeypot />
      <FormNotes />
      <Button variant="primary" type="submit" busy={busy} className="needs-script w-full sm:w-auto">
        {texts.submit}
      </Button>
    </form>
  );
}
