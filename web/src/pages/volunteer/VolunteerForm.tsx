// The application that is stored. (The shorter form beside the bank details is stored only while that is switched on.)
import { StoredForm } from '../../components/StoredForm';
import { forms } from '../../schema.gen';
import { TextField } from '../../ui/Field';
import { messages } from './messages';

const { name, city, phone, skills } = forms.volunteers;

export function VolunteerForm() {
  const texts = messages.use().form;
  return (
    <StoredForm
      table="volunteers"
      label={texts.title}
      submit={texts.submit}
      done={texts.done}
      failed={texts.failed}
      row={({ name, city, skills, phone }) => ({ name, city, skills, phone })}
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
    </StoredForm>
  );
}
