import { TextArea, TextField } from '../ui/Field';
import { DemoForm } from './DemoForm';

const thanks = {
  title: 'Message Sent!',
  description:
    'Thank you for your message. We will get back to you soon. (This is a demo and no data was sent).',
};

export function ContactForm() {
  return (
    <DemoForm label="Send Us a Message" submit="Send message" thanks={thanks}>
      <TextField label="Name" name="name" autoComplete="name" required />
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <TextField label="Subject" name="subject" required />
      <TextArea label="Message" name="message" rows={5} required />
    </DemoForm>
  );
}
