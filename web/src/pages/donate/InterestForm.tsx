import { DemoForm } from '../../components/DemoForm';
import { StoredForm } from '../../components/StoredForm';
import { forms } from '../../schema.gen';
import { SelectField, TextField } from '../../ui/Field';
import { messages } from './messages';

const { name, city, phone, email } = forms.volunteers;

/**
 * Stored with the volunteers while the foundation receives these applications, and then it also asks for the city, which
 * every volunteer has; until then it is a demonstration.
 */
export function InterestForm({ receives }: { receives: boolean }) {
  const texts = messages.use().volunteer;
  const person = (
    <>
      <TextField label={texts.fullName} name="name" autoComplete="name" maxLength={name.maxLength} required />
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={email.maxLength}
        required
      />
      <TextField
        label={texts.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={phone.maxLength}
        required
      />
    </>
  );
  const interest = <SelectField label={texts.interest} name="interest" options={texts.interests} required />;
  if (!receives)
    return (
      <DemoForm label={texts.title} submit={texts.submit} done={texts.done}>
        {person}
        {interest}
      </DemoForm>
    );
  return (
    <StoredForm
      table="volunteers"
      label={texts.title}
      submit={texts.submit}
      done={texts.received}
      failed={texts.failed}
      row={({ name, city, phone, email, interest }) => ({ name, city, phone, email, interest })}
    >
      {person}
      <TextField
        label={texts.city}
        name="city"
        autoComplete="address-level2"
        maxLength={city.maxLength}
        required
      />
      {interest}
    </StoredForm>
  );
}
