import { DemoForm } from '../../components/DemoForm';
import { StoredForm } from '../../components/StoredForm';
import { forms } from '../../schema.gen';
import { TextArea, TextField } from '../../ui/Field';
import { messages } from './messages';

const { name, email, phone, subject, message } = forms.messages;

/** Stores what is written while the foundation receives messages; until then it is a demonstration. */
export function ContactForm({ receives }: { receives: boolean }) {
  const texts = messages.use().form;
  const address = (
    <>
      <TextField label={texts.name} name="name" autoComplete="name" maxLength={name.maxLength} required />
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={email.maxLength}
        required
      />
    </>
  );
  const words = (
    <>
      <TextField label={texts.subject} name="subject" maxLength={subject.maxLength} required />
      <TextArea label={texts.message} name="message" rows={5} maxLength={message.maxLength} required />
    </>
  );
  if (!receives)
    return (
      <DemoForm label={texts.label} submit={texts.submit} done={texts.done}>
        {address}
        {words}
      </DemoForm>
    );
  return (
    <StoredForm
      table="messages"
      label={texts.label}
      submit={texts.submit}
      done={texts.received}
      failed={texts.failed}
      row={({ name, email, phone, subject, message }) => ({
        name,
        email,
        subject,
        message,
        ...(phone && { phone }),
      })}
    >
      {address}
      <TextField
        label={texts.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={phone.maxLength}
      />
      {words}
    </StoredForm>
  );
}
