import { DemoForm } from '../../components/DemoForm';
import { SelectField, TextField } from '../../ui/Field';
import { messages } from './messages';

export function InterestForm() {
  const texts = messages.use().volunteer;
  return (
    <DemoForm label={texts.title} submit={texts.submit} done={texts.done}>
      <TextField label={texts.fullName} name="name" autoComplete="name" required />
      <TextField label={texts.email} name="email" type="email" autoComplete="email" required />
      <TextField label={texts.phone} name="phone" type="tel" autoComplete="tel" required />
      <SelectField label={texts.interest} name="interest" options={texts.interests} required />
    </DemoForm>
  );
}
