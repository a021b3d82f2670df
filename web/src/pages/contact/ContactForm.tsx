import { DemoForm } from '../../components/DemoForm';
import { TextArea, TextField } from '../../ui/Field';
import { messages } from './messages';

export function ContactForm() {
  const texts = messages.use().form;
  return (
    <DemoForm label={texts.label} submit={texts.submit} done={texts.done}>
      <TextField label={texts.name} name="name" autoComplete="name" required />
      <TextField label={texts.email} name="email" type="email" autoComplete="email" required />
      <TextField label={texts.subject} name="subject" required />
      <TextArea label={texts.message} name="message" rows={5} required />
    </DemoForm>
  );
}
