import { SelectField, TextField } from '../ui/Field';
import { DemoForm } from './DemoForm';

const interests = [
  'Health Program',
  'Education',
  'Dastarkhawan / Ration Drive',
  'Event Management',
  'General Support',
] as const;

const thanks = {
  title: 'Thank You for Your Interest!',
  description: 'Your volunteer application has been received. We will contact you shortly. (This is a demo).',
};

export function InterestForm() {
  return (
    <DemoForm label="Become a Volunteer" submit="Submit" thanks={thanks}>
      <TextField label="Full name" name="name" autoComplete="name" required />
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <TextField label="Phone" name="phone" type="tel" autoComplete="tel" required />
      <SelectField label="Area of interest" name="interest" options={interests} required />
    </DemoForm>
  );
}
